import type { Passage } from "@knote/api";
import { type MakeLine, type Quotation, quoteLine } from "./answer-lines.ts";
import { counterpartsOf } from "./contests.ts";
import { dayName } from "./dates.ts";
import { conditionFor, quoteNote } from "./doubt.ts";
import { detailsOf } from "./details.ts";
import type { Evidence, WeighedEvidence } from "./evidence.ts";
import { ENGLISH } from "./language/english.ts";
import { leadOf } from "./lead.ts";
import { withOutcome } from "./outcome.ts";
import { pickSentences } from "./pick-sentences.ts";
import { verdictOf } from "./verdict.ts";

const MOST_COUNTERPARTS = 2;

/** Makes a line for each sentence. A contested one shares its line with its counterparts; no side is repeated. */
export function currentLines(weighedEvidence: WeighedEvidence, passages: readonly Passage[]): MakeLine[] {
  const { question } = weighedEvidence;
  const verdict = question.type === "yes-no" ? verdictOf(weighedEvidence) : null;
  const pickedSentences = verdict === null ? pickSentences(weighedEvidence, passages) : [verdict.evidence];
  const quotedPassages = new Set<number>();
  return pickedSentences.flatMap((sentence) => {
    if (quotedPassages.has(sentence.passage)) return [];
    const sides = sidesOf(sentence, weighedEvidence, passages);
    for (const { passage } of sides) quotedPassages.add(passage);
    if (sides.length > 1)
      return [
        quoteLine(
          sides.map((side) => withOutcome(quoteSide(side, weighedEvidence), passages)),
          { before: "Your notes disagree: ", between: " — but ", after: "." },
        ),
      ];
    const rule = conditionFor(sentence, weighedEvidence, passages);
    if (rule !== null) {
      quotedPassages.add(rule.passage);
      return [rule.line];
    }
    const quotation =
      verdict !== null
        ? { text: sentence.text, passages: [sentence.passage], lead: verdict.word }
        : pickedSentences.length > 1
          ? quoteOneOf(sentence, weighedEvidence)
          : quoteOnly(sentence, weighedEvidence);
    return [quoteNote(quotation, passages)];
  });
}

function sidesOf(sentence: Evidence, { sentences }: WeighedEvidence, passages: readonly Passage[]): Evidence[] {
  const counterparts = counterpartsOf(passages, sentence.passage).slice(0, MOST_COUNTERPARTS);
  return [sentence, ...counterparts.flatMap((passage) => sentences.find((other) => other.passage === passage) ?? [])];
}

/** Quotes one side of a contest, by its claim, with the day on which it was written. */
function quoteSide({ text, passage, day }: Evidence, { notes }: WeighedEvidence): Quotation {
  const claim = notes[passage]!.claim.text;
  const remark = dayName(day);
  if (text.includes(claim)) return { text, passages: [passage], remark };
  return { text: claim, details: [text], passages: [passage], remark };
}

/** Quotes one of several sentences; two that answer a question for one thing mean that the fact has changed. */
function quoteOneOf(evidence: Evidence, weighedEvidence: WeighedEvidence): Quotation {
  const quotation = { text: evidence.text, passages: [evidence.passage] };
  if (!weighedEvidence.question.many) return { ...quotation, remark: `written ${dayName(evidence.day)}` };
  return evidence.isItem ? { ...quotation, details: detailsOf(evidence, weighedEvidence) } : quotation;
}

/** Adds the day of the note when `when` is asked and the sentence has no date: the nearest that is known. */
function quoteOnly(evidence: Evidence, weighedEvidence: WeighedEvidence): Quotation {
  const { question } = weighedEvidence;
  const quotation = {
    text: evidence.text,
    details: detailsOf(evidence, weighedEvidence),
    passages: [evidence.passage],
  };
  const lead = leadOf(question, evidence);
  if (lead !== null) return { ...quotation, lead: lead.charAt(0).toUpperCase() + lead.slice(1) };
  // Only English dates are recognised: in another language the sentence may well have one.
  return question.type === "when" && question.language === ENGLISH
    ? { ...quotation, remark: `written ${dayName(evidence.day)}` }
    : quotation;
}
