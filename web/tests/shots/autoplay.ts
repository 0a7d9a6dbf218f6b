/**
 * Plays over the socket, as the guest of a page: always the first choice of the kinds that a game's list names. It
 * needs no hints, so it is fast, and the same cards lead to the same table.
 */
import type { Page } from 'playwright-core';
import { kindOf } from '../prompts';

/** The preferred kinds. `a|b|c` alternates. */
const LIKES: Record<string, string[]> = {
  'min-or-max': ['choose_card', 'choose_card_effect', 'skip_spin', 'spin_wheel', 'end_turn'],
  'may-i': ['form', 'lay_off', 'swap_joker', 'draw_from_stock', 'pass_may_i', 'skip_lay_down', 'discard'],
  rush: ['play_cards', 'form'],
  innovation: ['achieve', 'meld|dogma|draw', 'draw|meld|dogma', 'dogma|draw|meld', 'form', 'answer'],
  'data-war': ['event', 'tap', 'dismiss'],
};

interface Prompt {
  id: number;
  choices: { action: unknown }[];
  forms?: { suggestions?: { groups: number[][] }[] }[];
}

function answer(game: string, prompt: Prompt, turn: number): unknown {
  const form = prompt.forms?.findIndex((it) => (it.suggestions ?? []).length > 0) ?? -1;
  for (const like of LIKES[game] ?? []) {
    const parts = like.split('|');
    const kind = parts[turn % parts.length] ?? '';
    const groups = prompt.forms?.[form]?.suggestions?.[0]?.groups;
    if (kind === 'form' && groups) return { fill: { filled: { form, groups }, prompt: prompt.id } };
    const fits = prompt.choices.filter((it) => kindOf(it.action).split('.')[0] === kind);
    // Declining comes first, and leads nowhere.
    const chosen = kind === 'answer' ? fits.at(-1) : fits[0];
    if (chosen) return { act: { action: chosen.action, prompt: prompt.id } };
  }
  return { act: { action: prompt.choices[0]?.action, prompt: prompt.id } };
}

/**
 * Answers this many prompts, or plays to the end, and stops at the next prompt. The socket stays open as long as the
 * page.
 */
export async function autoplay(page: Page, game: string, code: string, moves: number): Promise<void> {
  let done = 0;
  await page.exposeFunction('croupierAnswer', (prompt: Prompt) =>
    done >= moves ? null : answer(game, prompt, done++),
  );
  await page.evaluate(async (room) => {
    const ask = (window as unknown as { croupierAnswer(prompt: unknown): Promise<unknown> }).croupierAnswer;
    const socket = new WebSocket(new URL('/api/socket', location.href.replace('http', 'ws')), 'croupier.1');
    await new Promise<void>((over) => {
      let n = 0;
      let seen = -1;
      const token = localStorage.getItem('croupier.token');
      socket.onopen = () => socket.send(JSON.stringify({ hello: { token, client: 'autoplay', room } }));
      socket.onmessage = async ({ data }) => {
        const { welcome, push } = JSON.parse(String(data)) as {
          welcome?: { n: number };
          push?: { prompt?: { id: number } | null; table?: { phase: string } };
        };
        // After a reconnection, counting continues.
        if (welcome) n = welcome.n;
        if (push?.table && push.table.phase !== 'playing') return over();
        if (!push?.prompt || push.prompt.id === seen) return;
        seen = push.prompt.id;
        const command = await ask(push.prompt);
        if (command === null) return over();
        socket.send(JSON.stringify({ say: { n: (n += 1), command } }));
      };
    });
  }, code);
}
