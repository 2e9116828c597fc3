/** About what the model's window holds; work does not grow with text beyond it. */
const WINDOW_CHARACTERS = 1_200;
/** What a text costs before its first word, in characters. */
const FIXED_CHARACTERS = 40;
const FIRST_MS_PER_UNIT = 0.03;
/** Weight of the newest text in the running mean: a few tell when other work leaves the model little of the processor. */
const NEWEST = 0.3;

/** How long texts take, learnt from the ones that were done. */
export interface WorkEstimate {
  observe(units: number, elapsedMs: number): void;
  ms(units: number): number;
}

/** Of a text so long. */
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
