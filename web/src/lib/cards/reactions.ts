/**
 * The four reactions: the emoji that is sent, and its name. They are drawn as pictures because fonts differ or lack
 * them.
 */
export const REACTIONS = [
  { value: '😂', name: 'Laughing' },
  { value: '🧡', name: 'Heart' },
  { value: '😁', name: 'Grinning' },
  { value: '😱', name: 'Shocked' },
] as const;

export type ReactionValue = (typeof REACTIONS)[number]['value'];

export const reactionName = (value: string): string | undefined => REACTIONS.find((it) => it.value === value)?.name;
