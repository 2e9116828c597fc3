/** About the size of the model's window; text beyond it adds no work. */
const WINDOW_CHARACTERS = 1_200;
/** Cost of every text, in characters, on top of its length. */
const FIXED_CHARACTERS = 40;
const FIRST_MS_PER_UNIT = 0.03;
/** Weight of the newest text in the running mean. High, so that a few texts show when the processor is busy. */
const NEWEST = 0.3;

/** Estimates how long texts take from the earlier ones. */
export interface WorkEstimate {
  observe(units: number, elapsedMs: number): void;
  ms(units: number): number;
}

/** Returns the units of work for a text of this length. */
export function unitsOf(length: number): number {
  return FIXED_CHARACTERS + Math.min(length, WINDOW_CHARACTERS);
}

export function createWorkEstimate(): WorkEstimate {
  let msPerUnit = FIRST_MS_PER_UNIT;
  return {
    observe(units, elapsedMs) {
      msPerUnit += NEWEST * (elapsedMs / units - msPerUnit);
    },
    ms: (units) => units * msPerUnit,
  };
}
