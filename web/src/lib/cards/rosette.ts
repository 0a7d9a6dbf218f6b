/** The picture of an Innovation card, derived from its id: all 105 are different. */
export interface RosetteShape {
  /** The number of petals, 3 to 8. */
  folds: number;
  /** The shape of the petals. */
  petal: number;
  /** The shape between the petals. */
  between: number;
}

const PETALS = 6;
const BETWEEN = 4;
const FOLDS = 6;
const ALL = FOLDS * PETALS * BETWEEN;

export function rosette(id: number): RosetteShape {
  // 37 and 144 are coprime, so different ids give different shapes, and consecutive ids do not look alike.
  const n = (id * 37) % ALL;
  return { folds: 3 + (n % FOLDS), petal: Math.floor(n / FOLDS) % PETALS, between: Math.floor(n / (FOLDS * PETALS)) };
}
