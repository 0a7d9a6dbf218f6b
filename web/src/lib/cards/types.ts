/** What the card tables of the two games with cards of their own hold. */
export type Icon = 'castle' | 'crown' | 'leaf' | 'bulb' | 'factory' | 'clock';
export type Colour = 'blue' | 'green' | 'purple' | 'red' | 'yellow';

export interface InnovationCard {
  /** 1 to 105. */
  id: number;
  /** The title, which is also its code on the wire. */
  name: string;
  age: number;
  colour: Colour;
  /** Top left, bottom left, bottom middle, bottom right; null is the picture. */
  slots: readonly (Icon | null)[];
  featured: Icon;
  /** Its effects, a sentence each. */
  text: readonly string[];
}

export type Family = 'common' | 'tracker' | 'blocker' | 'firewall' | 'move' | 'launch' | 'grab';

export interface DataWarCard {
  /** Two letters: `C5`. */
  code: string;
  /** `common-5`; a card on the wire is this and a copy number, `common-5-07`. */
  type_id: string;
  name: string;
  family: Family;
  /** What it does, unless it is common. */
  effect: string | null;
  value: number;
  /** Whether it demands another play. */
  again: boolean;
  copies: number;
  /** What it does, in a few words. */
  short: string;
}
