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
      const weighedEvidence = weighEvidence(request.query, request.passages);
      yield* streamLines(
        isAnswerable(weighedEvidence, request.passages) ? linesOf(weighedEvidence, request) : [],
        request,
      );
    },
  };
}

/** Makes a line for each sentence. A contested one shares its line with its counterparts; no side is repeated. */
function linesOf(weighedEvidence: WeighedEvidence, { passages }: AnswerRequest): MakeLine[] {
  const { question, sentences } = weighedEvidence;
  const pickedSentences = pickSentences(weighedEvidence, passages);
  // Two answers to a question for one thing mean that the fact has changed: their days show which is current.
  const hasChanged = !question.many && pickedSentences.length > 1;
  const quotedPassages = new Set<number>();
  return pickedSentences.flatMap((sentence) => {
    if (quotedPassages.has(sentence.passage)) return [];
    const others = counterpartsOf(passages, sentence.passage)
      .slice(0, MOST_COUNTERPARTS)
      .flatMap((passage) => sentences.find((other) => other.passage === passage) ?? []);
    if (others.length === 0) return [quoteLine([quotationOf(sentence, weighedEvidence, hasChanged)])];
    const sides = [sentence, ...others];
    for (const { passage } of sides) quotedPassages.add(passage);
    const quotations = sides.map((side) => ({ text: side.text, passages: [side.passage] }));
    return [quoteLine(quotations, { before: "Your notes disagree: ", between: " — but ", after: "." })];
  });
}

/** Adds the day of the note when `when` is asked and the sentence has no date: the nearest that is known. */
function quotationOf(evidence: Evidence, { question }: WeighedEvidence, isDated: boolean): Quotation {
  const quotation = { text: evidence.text, passages: [evidence.passage] };
  const lead = isDated ? null : leadOf(question, evidence);
  if (lead !== null) return { ...quotation, lead: lead.charAt(0).toUpperCase() + lead.slice(1) };
  if (!isDated && (question.type !== "when" || evidence.typeMatch === 1)) return quotation;
  return { ...quotation, remark: `written ${dayName(evidence.day)}` };
}
