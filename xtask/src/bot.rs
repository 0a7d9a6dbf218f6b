//! `cargo xtask bot`: lets the Python bot of docs/protocol.md play every game on a real server,
//! then exports its matches and verifies their deals.

use std::{
    env, fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, ExitCode, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

/// The package that the bot imports.
const PACKAGE: &str = "websockets>=14,<18";
/// No match takes longer than this, at forty times real speed.
const PATIENCE: Duration = Duration::from_mins(5);

pub(crate) fn main(root: &Path) -> ExitCode {
    match python(root).and_then(|python| python.map_or(Ok(()), |it| run(root, &it))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why:#}");
            ExitCode::FAILURE
        }
    }
}

/// A Python with the package: the one that `CROUPIER_PYTHON` names, or our own virtual environment.
/// `None`, with a hint, if there is no Python at all.
fn python(root: &Path) -> Result<Option<PathBuf>> {
    if let Some(named) = env::var_os("CROUPIER_PYTHON") {
        return Ok(Some(named.into()));
    }
    let folder = root.join("target/python");
    let own = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let imports = |python: &Path| succeeds(Command::new(python).args(["-c", "import websockets"]));
    if imports(&own) {
        return Ok(Some(own));
    }
    let names = ["python3", "python"];
    let Some(found) = names.into_iter().find(|name| succeeds(Command::new(name).arg("--version")))
    else {
        eprintln!(
            "There is no Python, so the bot in docs/bot.py is not tried. Python 3.9 would do."
        );
        return Ok(None);
    };
    let hint = "CROUPIER_PYTHON can name a Python that has the package `websockets`";
    let made = Command::new(found).args(["-m", "venv"]).arg(&folder).status();
    ensure!(made.is_ok_and(|it| it.success()), "`{found} -m venv` failed; {hint}");
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", PACKAGE];
    let installed = Command::new(&own).args(pip).status();
    ensure!(installed.is_ok_and(|it| it.success()), "`pip install {PACKAGE}` failed; {hint}");
    Ok(Some(own))
}

fn succeeds(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|it| it.success())
}

fn run(root: &Path, python: &Path) -> Result<()> {
    let program = root.join("target/debug/croupier");
    if !program.exists() {
        let args = ["build", "-q", "-p", "croupier"];
        let built = Command::new("cargo").args(args).current_dir(root).status();
        ensure!(built.is_ok_and(|it| it.success()), "`cargo build -p croupier` failed");
    }
    let folder = root.join("target").join(format!("bot-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let table = Tables { program, data: folder.join("data"), folder: folder.clone() };
    let done = table.play(python, &root.join("docs/bot.py"));
    fs::remove_dir_all(&folder)?;
    done
}

/// A server and its data folder.
struct Tables {
    program: PathBuf,
    data: PathBuf,
    folder: PathBuf,
}

/// A child process that is killed when this is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Tables {
    fn play(&self, python: &Path, bot: &Path) -> Result<()> {
        let (mut server, url) = self.serve()?;
        let games = self.croupier(&["games", "--json"])?;
        let games = games["games"].as_array().context("no games")?;
        let mut tables: Vec<String> =
            games.iter().filter_map(|it| it["id"].as_str().map(ToOwned::to_owned)).collect();
        tables.push(waiting_table(&url)?);
        let bots = tables.iter().map(|table| {
            let mut command = Command::new(python);
            command.arg(bot).arg(&url).arg(table).stdout(Stdio::piped());
            Ok((table, Running(command.spawn()?)))
        });
        let bots: Vec<_> = bots.collect::<Result<_>>()?;
        let mut matches = vec![];
        for (table, bot) in bots {
            let told = finish(bot).with_context(|| format!("the bot at {table}"))?;
            ensure!(told["result"].is_object(), "{table} has no result: {told}");
            let name = told["match"].as_str().with_context(|| format!("{table}: {told}"))?;
            eprintln!("{table}: {}", told["result"]["reason"]);
            matches.push(name.to_owned());
        }
        // The first while the server runs, the others after it has stopped.
        let (first, others) = matches.split_first().context("no match was played")?;
        self.export_and_verify(first)?;
        self.croupier(&["admin", "drain", "--json", "--data", &self.data.to_string_lossy()])?;
        ensure!(server.0.wait()?.success(), "the server did not exit cleanly");
        others.iter().try_for_each(|name| self.export_and_verify(name))
    }

    /// Starts the server and reads its address from its output.
    fn serve(&self) -> Result<(Running, String)> {
        let mut command = Command::new(&self.program);
        command.args("serve --addr 127.0.0.1:0 --admin-addr none --time-scale 40".split(' '));
        command.arg("--data").arg(&self.data).stdout(Stdio::piped());
        let mut server = Running(command.spawn().context("the server does not start")?);
        let mut line = String::new();
        let out = server.0.stdout.take().context("no output")?;
        BufReader::new(out).read_line(&mut line)?;
        let url = line.split_whitespace().find(|it| it.starts_with("http://"));
        Ok((server, url.with_context(|| format!("it says {line:?}"))?.to_owned()))
    }

    /// The command's `--json` output, if it succeeds.
    fn croupier(&self, args: &[&str]) -> Result<Value> {
        let output = Command::new(&self.program).args(args).output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "croupier {}: {said}", args.join(" "));
        Ok(serde_json::from_slice(&output.stdout)?)
    }

    fn export_and_verify(&self, name: &str) -> Result<()> {
        let file = self.folder.join(format!("{name}.json"));
        let (file, data) = (file.to_string_lossy(), self.data.to_string_lossy());
        self.croupier(&["save", "export", "--match", name, &file, "--data", &data, "--json"])?;
        let report = self.croupier(&["replay", &file, "--verify", "--json"])?;
        ensure!(report["deal"]["verified"] == true, "{name}: {}", report["deal"]);
        Ok(())
    }
}

/// Opens a Rush table whose creator is ready but never acts.
fn waiting_table(url: &str) -> Result<String> {
    let token = post(url, "/api/guests", "", &json!({"nickname": "Silent"}))?["token"].clone();
    let token = token.as_str().context("no token")?;
    let wanted = json!({"game": "rush", "settings": {"auto_ready": true}});
    let room = post(url, "/api/rooms", token, &wanted)?;
    Ok(room["code"].as_str().with_context(|| format!("no room: {room}"))?.to_owned())
}

fn post(url: &str, path: &str, token: &str, body: &Value) -> Result<Value> {
    let host = url.trim_start_matches("http://");
    let mut stream = TcpStream::connect(host)?;
    let body = body.to_string();
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let (_, body) = answer.split_once("\r\n\r\n").context("no body")?;
    Ok(serde_json::from_str(body)?)
}

/// Waits for a bot to exit and returns its output.
fn finish(mut bot: Running) -> Result<Value> {
    let begun = Instant::now();
    let status = loop {
        match bot.0.try_wait()? {
            Some(status) => break status,
            None if begun.elapsed() > PATIENCE => bail!("it does not end"),
            None => thread::sleep(Duration::from_millis(20)),
        }
    };
    ensure!(status.success(), "it ended with {status}");
    let mut said = String::new();
    bot.0.stdout.take().context("no output")?.read_to_string(&mut said)?;
    serde_json::from_str(&said).with_context(|| format!("it said {said:?}"))
}
