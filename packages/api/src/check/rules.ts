import { CHECK_RULES, type CheckRule, type FindingLevel } from "@knote/contract";
import { mapInTurns } from "../kit/in-turns.ts";
import { compound } from "./compound.ts";
import { cue } from "./cue.ts";
import type { Draft, NearNote, Rule, RuleFinding } from "./draft.ts";
import { noClaim } from "./no-claim.ts";
import { noSupport } from "./no-support.ts";
import { restsOnOld } from "./rests-on-old.ts";
import { sameClaim } from "./same-claim.ts";
import { saysOtherwise } from "./says-otherwise.ts";
import { unlinkedQuote } from "./unlinked-quote.ts";

const RULES: Readonly<Record<CheckRule, Rule>> = {
  same_claim: sameClaim,
  says_otherwise: saysOtherwise,
  rests_on_old: restsOnOld,
  unlinked_quote: unlinkedQuote,
  cue,
  no_support: noSupport,
  compound,
  no_claim: noClaim,
};

/**
 * Which rules are shown, and how; null: measured below its bar, never shown. A warning needs a precision of .9 and at
 * most one finding in 200 notes of people who write no contradictions, a hint .7 and one in 20. The figures are in
 * docs/benchmarks.md, "Checks before writing".
 */
export const RULE_LEVELS: Readonly<Record<CheckRule, FindingLevel | null>> = {
  same_claim: "warning",
  says_otherwise: "warning",
  rests_on_old: "hint",
  unlinked_quote: null,
  cue: "hint",
  no_support: "hint",
  compound: "hint",
  no_claim: "hint",
};

/** Returns what rules find: those that are shown, or all of them. Gives way to other work between them. */
export async function applyRules(
  draft: Draft,
  near: readonly NearNote[],
  which: "shown" | "all" = "all",
): Promise<RuleFinding[]> {
  const rules = CHECK_RULES.filter((rule) => which === "all" || RULE_LEVELS[rule] !== null);
  const findings = (await mapInTurns(rules, (rule) => RULES[rule](draft, near))).flat();
  const otherwiseIds = new Set(
    findings.filter(({ rule }) => rule === "says_otherwise").flatMap(({ notes }) => notes!.map(({ id }) => id)),
  );
  // A note that says otherwise does not say the same, however near it is.
  return findings.filter(({ rule, notes }) => rule !== "same_claim" || !otherwiseIds.has(notes![0]!.id));
}
