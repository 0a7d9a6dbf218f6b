/** The keys of a table's page, whatever its board. */
import type { RoomSession } from '$lib/session.svelte';
import type { Key } from '$lib/table/keys.svelte';
import { cardAt } from '$lib/table/open-cards';
import { texts } from '$lib/texts';

type Session = Pick<RoomSession, 'command' | 'say' | 'settings' | 'prompt' | 'showCard'>;

/** The key that opens the focused card. */
export const cardKey = (show: (card: string) => void): Key => ({
  name: 'i',
  does: texts.keys.i,
  on: ['i'],
  act: (event) => {
    const card = cardAt(event);
    if (card !== undefined) show(card);
    return card !== undefined;
  },
});

export const listKey = (open: () => void): Key => ({ name: '?', does: texts.keys.list, on: ['?'], act: open });

export function pageKeys(session: Session, open: (what: 'keys' | 'log' | 'react') => void, hint: () => unknown): Key[] {
  const may = (name: string) => session.command(name) !== undefined;
  const t = texts.keys;
  return [
    cardKey((card) => session.showCard(card)),
    // Each part puts away its own choices, and the browser closes dialogs.
    { name: 'Escape', does: t.escape },
    { name: 'h', does: t.hint, on: ['h'], act: () => session.settings?.hints && session.prompt && hint() },
    { name: 'u', does: t.undo, on: ['u'], act: () => may('undo') && session.say('undo') },
    {
      name: 'p',
      does: t.pause,
      on: ['p'],
      act: () => (may('pause') ? session.say('pause') : may('resume') && session.say('resume')),
    },
    { name: 'l', does: t.log, on: ['l'], act: () => open('log') },
    { name: 'r', does: t.react, on: ['r'], act: () => may('react') && open('react') },
    listKey(() => open('keys')),
  ];
}
