import type { CheckRule } from "@knote/contract";
import type { Tally } from "./tally.ts";

/** What a measurement says of one rule. */
export interface RuleFigures {
  readonly rule: CheckRule | "supersedes" | `${"depends_on" | "supersedes" | "contradicts"}, proposed`;
  /** Where the positives come from, and the negatives. */
  readonly on: string;
  readonly against: string;
  readonly tally: Tally;
  /** Precision of simpler ways at the same recall, or as they are. */
  readonly baselines: readonly { readonly name: string; readonly precision: number | null }[];
  readonly bar: { readonly precision?: number; readonly recall?: number; readonly falseShare?: number };
}

/** How often rules fire on notes of people who write no contradictions. */
export interface AlarmFigures {
  readonly notes: number;
  readonly perRule: ReadonlyMap<CheckRule, number>;
}
