// Written by `cargo xtask types`. Changes are lost.
/** The number of the last round of May I?. */
export const LAST_ROUND = 6;
