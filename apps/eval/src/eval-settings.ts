import type { MeasureOptions } from "./measure/measure-set.ts";

export interface EvalSettings extends MeasureOptions {
  readonly data: string;
  readonly url: string | undefined;
  /** All that are measured by default when undefined. */
  readonly sets: readonly string[] | undefined;
  readonly json: string | undefined;
  readonly details: boolean;
}
