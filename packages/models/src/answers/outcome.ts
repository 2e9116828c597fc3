import type { Passage, PassageStance } from "@knote/api";
import type { Outcome } from "@knote/contract";
import type { Quotation } from "./answer-lines.ts";

const WORDS: Readonly<Record<Outcome, string>> = {
  came_true: "it came true",
  came_false: "it came false",
  mixed: "it came true in part",
  unknown: "what came of it is unknown",
};

/** Adds to the quotation of a decision or belief what came of it, and how sure its owner was before; if that is known. */
export function withOutcome(quotation: Quotation, passages: readonly Passage[]): Quotation {
  const [first, ...others] = quotation.passages;
  const stance = first === undefined ? undefined : passages[first]?.stance;
  // Of a sentence of several notes, each could have come otherwise.
  if (!stance || stance.outcome === null || others.length > 0) return quotation;
  const remark = remarkOn(stance.outcome, stance.confidence);
  return { ...quotation, remark: quotation.remark === undefined ? remark : `${quotation.remark}; ${remark}` };
}

function remarkOn(outcome: Outcome, confidence: PassageStance["confidence"]): string {
  const words = WORDS[outcome];
  return confidence === null ? words : `you were ${Math.round(confidence * 100)} % sure; ${words}`;
}
