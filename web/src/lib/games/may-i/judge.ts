/**
 * Asks the server to check each meld that is being prepared. This is a dry run of the whole laydown, once per group
 * with that group first: the first meld is checked first, and the answer says which meld it is about. Cards in no group
 * are appended to the next meld, so that a round that requires every card to be used is checked in the same way.
 */
import { sentence } from '$lib/texts';
import type { Table } from '$lib/table/table';
import type { Choice, Refusal } from '$lib/wire';
import type { Action, MeldKind, Proposal, View } from './types';

export type Verdict = { fits: true } | { fits: false; why: string };

const isRefusal = (answer: Choice<Action> | Refusal): answer is Refusal => 'code' in answer;

/** Set or run, by the index of a group: the contract lists sets first. */
export const kindAt = (contract: View['contract'], at: number): MeldKind => (at < contract.sets ? 'set' : 'run');

/** The sentence of a refusal without the number of the meld, which is known. */
const bare = (said: string): string => sentence(said.replace(/^meld \d+: /i, ''));

export async function judgeGroup(
  table: Table<View, Action>,
  contract: View['contract'],
  groups: readonly (readonly string[])[],
  at: number,
  rest: readonly string[],
): Promise<Verdict> {
  const meld = (index: number): Proposal => ({ type: kindAt(contract, index), cards: [...(groups[index] ?? [])] });
  const others = groups.map((_, index) => index).filter((index) => index !== at);
  const melds = [meld(at), ...others.map(meld)];
  const behind = melds[1];
  if (behind) behind.cards.push(...rest);
  const answer = await table.dryRun({ action: { lay_down: { melds } } });
  if (!isRefusal(answer)) return { fits: true };
  const about = (answer.details as { meld?: number } | null | undefined)?.meld;
  if (about === 0) return { fits: false, why: bare(answer.sentence) };
  // The group itself is fine if another meld, or the combination of two, is at fault.
  if (about !== undefined || answer.code === 'same_suit_gap') return { fits: true };
  return { fits: false, why: answer.sentence };
}

/** Whether the whole laydown is accepted, and if not, why. */
export async function judgeAll(table: Table<View, Action>, form: number, groups: number[][]): Promise<Verdict> {
  const answer = await table.dryRun({ form: { form, groups } });
  return isRefusal(answer) ? { fits: false, why: answer.sentence } : { fits: true };
}
