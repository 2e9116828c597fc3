import type { AnswerModel, AnswerRequest, Passage } from "@knote/api";
import { type MakeLine, type Quotation, quoteLine, streamLines } from "./answer-lines.ts";
import { hasOnlyRelativeDay } from "./answer-signs.ts";
import { isAnswerable } from "./answerable.ts";
import { counterpartsOf } from "./contests.ts";
import { type Evidence, weighEvidence, type WeighedEvidence } from "./evidence.ts";
import { isSameClaim } from "./same-claim.ts";

const MOST_SENTENCES = 3;
/** Share of the best sentence's score that another needs to stand beside it. */
const NEARLY_AS_GOOD = 0.85;
const MOST_COUNTERPARTS = 2;

/** Answers with the sentences of the notes that answer, quoted. Needs no key and no network. */
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

/** A line for each sentence; a contested one stands with what contradicts it, and neither comes again. */
function linesOf(weighed: WeighedEvidence, { passages }: AnswerRequest): MakeLine[] {
  const lines: MakeLine[] = [];
  const told = new Set<number>();
  for (const sentence of pickSentences(weighed.sentences)) {
    if (told.has(sentence.passage)) continue;
    const others = counterpartsOf(passages, sentence.passage)
      .slice(0, MOST_COUNTERPARTS)
      .flatMap((passage) => weighed.sentences.find((other) => other.passage === passage) ?? []);
    const quotations = [sentence, ...others].map((evidence) => quotationOf(evidence, weighed, passages));
    if (others.length === 0) {
      lines.push(quoteLine(quotations));
    } else {
      lines.push(quoteLine(quotations, { before: "Your notes disagree: ", between: " — but ", after: "." }));
      for (const { passage } of [sentence, ...others]) told.add(passage);
    }
  }
  return lines;
}

/** The best, and what is nearly as good and says something else about the same names. */
function pickSentences(ranked: readonly Evidence[]): Evidence[] {
  const best = ranked[0];
  const picked: Evidence[] = [];
  for (const sentence of ranked) {
    if (best === undefined || picked.length === MOST_SENTENCES || sentence.score < NEARLY_AS_GOOD * best.score) break;
    if (sentence.named < best.named || picked.some((other) => isSameClaim(other.stems, sentence.stems))) continue;
    picked.push(sentence);
  }
  return picked;
}

/** Where the question asks for a time and the sentence has "yesterday", the day it was written tells which. */
function quotationOf(
  { text, passage }: Evidence,
  { question }: WeighedEvidence,
  passages: readonly Passage[],
): Quotation {
  const quotation = { text, passages: [passage] };
  if (question.type !== "when" || !hasOnlyRelativeDay(text)) return quotation;
  return { ...quotation, remark: `written ${passages[passage]!.createdAt.slice(0, 10)}` };
}
