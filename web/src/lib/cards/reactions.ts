/** The four reactions: what is sent, and what it is called. Fonts differ or lack them, so they are drawn. */
export const REACTIONS = [
  { value: '😂', name: 'Laughing' },
  { value: '🧡', name: 'Heart' },
  { value: '😁', name: 'Grinning' },
  { value: '😱', name: 'Shocked' },
] as const;

export type ReactionValue = (typeof REACTIONS)[number]['value'];

export const reactionName = (value: string): string | undefined => REACTIONS.find((it) => it.value === value)?.name;
