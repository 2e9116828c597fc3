import type { Contender } from "./contenders.ts";
import type { FanOut } from "./fan-out.ts";
import type { KnoteFigures } from "./knote.ts";

/** All figures of a benchmark run. */
export interface BenchFigures {
  /** A server without notes. */
  readonly empty: { readonly startMs: number; readonly idleMiB: number };
  readonly knote: readonly KnoteFigures[];
  readonly fanOuts: readonly (FanOut | string)[];
  /** The entry of `knote` that contenders are compared with. */
  readonly compared: KnoteFigures;
  readonly contenders: readonly Contender[];
}
