import type { MeasureOptions } from "./measure/measure-set.ts";

export interface EvalSettings extends MeasureOptions {
  readonly data: string;
  readonly url: string | undefined;
  /** Undefined: all sets that are measured by default. */
  readonly sets: readonly string[] | undefined;
  readonly json: string | undefined;
  readonly details: boolean;
}
