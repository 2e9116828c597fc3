import type { AnswerModel, AnswerRequest } from "@knote/api";
import { type MakeLine, type Quotation, quoteLine, streamLines } from "./answer-lines.ts";
import { isAnswerable } from "./answerable.ts";
import { counterpartsOf } from "./contests.ts";
import { dayName } from "./dates.ts";
import { type Evidence, weighEvidence, type WeighedEvidence } from "./evidence.ts";
import { leadOf } from "./lead.ts";
import { pickSentences } from "./pick-sentences.ts";

const MOST_COUNTERPARTS = 2;

/** Creates a model that quotes the sentences that answer. Needs no key and no network. */
export function createExtractModel(): AnswerModel {
  return {
    id: "knote-extract-1",
    status: () => "ready",
    async *answer(request) {
      const weighed = weighEvidence(request.query, request.passages);
      yield* streamLines(isAnswerable(weighed, request.passages) ? linesOf(weighed, request) : [], request);
    },
  };
}

/** Makes a line for each sentence. A contested one shares its line with its counterparts; no side is repeated. */
function linesOf(weighed: WeighedEvidence, { passages }: AnswerRequest): MakeLine[] {
  const { question, sentences } = weighed;
  const picked = pickSentences(weighed, passages);
  // Two answers to a question for one thing mean that the fact has changed: their days show which is current.
  const changed = !question.many && picked.length > 1;
  const told = new Set<number>();
  return picked.flatMap((sentence) => {
    if (told.has(sentence.passage)) return [];
    const others = counterpartsOf(passages, sentence.passage)
      .slice(0, MOST_COUNTERPARTS)
      .flatMap((passage) => sentences.find((other) => other.passage === passage) ?? []);
    if (others.length === 0) return [quoteLine([quotationOf(sentence, weighed, changed)])];
    const sides = [sentence, ...others];
    for (const { passage } of sides) told.add(passage);
    const quotations = sides.map((side) => ({ text: side.text, passages: [side.passage] }));
    return [quoteLine(quotations, { before: "Your notes disagree: ", between: " — but ", after: "." })];
  });
}

/** Adds the day of the note when `when` is asked and the sentence has no date: the nearest that is known. */
function quotationOf(evidence: Evidence, { question }: WeighedEvidence, dated: boolean): Quotation {
  const quotation = { text: evidence.text, passages: [evidence.passage] };
  const lead = dated ? null : leadOf(question, evidence);
  if (lead !== null) return { ...quotation, lead: lead.charAt(0).toUpperCase() + lead.slice(1) };
  if (!dated && (question.type !== "when" || evidence.sign === 1)) return quotation;
  return { ...quotation, remark: `written ${dayName(evidence.day)}` };
}
