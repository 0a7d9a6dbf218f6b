#!/usr/bin/env python3
"""A guest who plays any game of a Croupier server to its end and knows the rules of none.

pip install websockets; python docs/bot.py http://127.0.0.1:8080 may-i    (a new table, with bots)
                        python docs/bot.py http://127.0.0.1:8080 7K4J     (a table that waits)"""
import asyncio, json, random, secrets, sys, urllib.request
import websockets


def http(url, method, path, token=None, body=None):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url + path, data, headers, method=method)) as answer:
        return json.load(answer)


class Table:
    def __init__(self, socket):
        self.socket, self.parts, self.n = socket, {}, 0

    async def read(self):
        (kind, message), = json.loads(await self.socket.recv()).items()
        if kind == "bye":
            sys.exit(f"{message['code']}: {message['sentence']}")
        if kind == "push":
            self.parts.update(message)  # A part that is left out has not changed.
        return kind, message

    async def send(self, kind, **what):
        """Sends a `say` or an `ask`, waits for its answer, and tells whether it is good."""
        self.n += 1
        await asyncio.sleep(0.04)  # A socket may send 30 messages a second.
        await self.socket.send(json.dumps({kind: {"n": self.n, **what}}))
        while (read := await self.read())[0] != "answer" or read[1]["n"] != self.n:
            pass
        return "error" not in read[1]

    async def answer(self, prompt):
        """One of the offers; now and then a form that was filled at random, if the rules take it."""
        offers = [{"act": {"action": it["action"]}} for it in prompt["choices"]]
        for number, form in enumerate(prompt.get("forms", [])):
            filled = [it["groups"] for it in form.get("suggestions", [])]
            free, own = set(range(len(form["pieces"]))), []
            for group in form["groups"]:
                fitting = [piece for piece in group["pieces"] if piece in free]
                own.append(random.sample(fitting, min(len(fitting), random.randint(group["min"], group["max"]))))
                free.difference_update(own[-1])
            if random.random() < 0.3 and await self.send("ask", dry_run={"form": {"form": number, "groups": own}}):
                filled = [own]
            offers += [{"fill": {"filled": {"form": number, "groups": it}}} for it in filled]
        (name, said), = random.choice(offers).items()
        return await self.send("say", command={name: {**said, "prompt": prompt["id"]}})

    async def play(self):
        answered = None
        while "table" not in self.parts:
            await self.read()
        while self.parts["table"]["phase"] in ("lobby", "playing") or not self.parts["replay"]:
            prompt, commands = self.parts["prompt"], [it["name"] for it in self.parts["commands"]]
            lobby = [it for it in ("ready", "start_game") if it in commands]
            if prompt and prompt["id"] != answered:
                answered = prompt["id"] if await self.answer(prompt) else None
            elif not (lobby and await self.send("say", command=lobby[0])):
                await self.read()
        return {"result": self.parts["table"]["result"], "match": self.parts["replay"]["match"]}


async def main(url, table):
    token = http(url, "POST", "/api/guests", body={"nickname": "Python"})["token"]
    seats = {it["id"]: it["seats"][0] for it in http(url, "GET", "/api/games")["games"]}
    new = {"game": table, "bots": ["random"] * (seats.get(table, 1) - 1), "start": True}
    path, body = ("/api/rooms", new) if table in seats else (f"/api/rooms/{table}/join", {})
    hello = {"token": token, "client": secrets.token_hex(8), "room": http(url, "POST", path, token, body)["code"]}
    async with websockets.connect(url.replace("http", "ws", 1) + "/api/socket", subprotocols=["croupier.1"]) as socket:
        await socket.send(json.dumps({"hello": hello}))
        print(json.dumps({"room": hello["room"], **await Table(socket).play()}))

asyncio.run(main(*sys.argv[1:]))
