/** The picture of an Innovation card, worked out from its id: no two of the 105 are alike. */
export interface RosetteShape {
  /** How many petals, 3 to 8. */
  folds: number;
  /** Which petal. */
  petal: number;
  /** What is between the petals. */
  between: number;
}

const PETALS = 6;
const BETWEEN = 4;
const FOLDS = 6;
const ALL = FOLDS * PETALS * BETWEEN;

export function rosette(id: number): RosetteShape {
  // 37 shares no factor with 144, so different ids give different shapes, and neighbours do not look alike.
  const n = (id * 37) % ALL;
  return { folds: 3 + (n % FOLDS), petal: Math.floor(n / FOLDS) % PETALS, between: Math.floor(n / (FOLDS * PETALS)) };
}
