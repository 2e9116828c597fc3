import type { AnswerModel, AnswerRequest, Passage } from "@knote/api";
import { type MakeLine, quoteLine, streamLines } from "./answer-lines.ts";
import { isAnswerable, NO_SUBJECT } from "./answerable.ts";
import { currentLines } from "./current-lines.ts";
import { timeOf } from "./time-of.ts";
import { dayName } from "./dates.ts";
import { weighEvidence, type WeighedEvidence } from "./evidence.ts";
import { type Former, formerAsked, formerMeant } from "./history.ts";
import { withOutcome } from "./outcome.ts";
import { surveyLines } from "./survey-lines.ts";
import { twoHopLines, twoHopOf } from "./two-hop.ts";

export interface ExtractModelOptions {
  /** Returns the time, in milliseconds since the epoch, from which "a year ago" counts. */
  readonly now?: () => number;
}

/** Creates a model that quotes the sentences that answer. Needs no key and no network. */
export function createExtractModel({ now = Date.now }: ExtractModelOptions = {}): AnswerModel {
  return {
    id: "knote-extract-1",
    status: () => "ready",
    async *answer(request) {
      const weighedEvidence = weighEvidence(request.query, request.passages);
      if (!weighedEvidence.question.hasSubject) return yield* streamLines([], request, NO_SUBJECT);
      yield* streamLines(linesFor(weighedEvidence, request, timeOf(request, now)), request);
    },
  };
}

function linesFor(weighedEvidence: WeighedEvidence, { query, passages }: AnswerRequest, now: number): MakeLine[] {
  if (weighedEvidence.question.shape !== null) return surveyLines(weighedEvidence, passages);
  const isAnswered = isAnswerable(weighedEvidence, passages);
  const askedFormer = formerAsked(query, weighedEvidence, passages, now);
  if (askedFormer !== null) {
    const isFormerAnswered = isAnswered || isAnswerable(weighedEvidence, passages, askedFormer);
    return isFormerAnswered ? formerLines(askedFormer, weighedEvidence, passages) : [];
  }
  const meantFormer = formerMeant(query, weighedEvidence, passages);
  if (meantFormer !== null && isAnswerable(weighedEvidence, passages, meantFormer))
    return [replacementLine(meantFormer, weighedEvidence, passages)];
  const hop = isAnswered && holdsAll(weighedEvidence) ? null : twoHopOf(query, weighedEvidence, passages);
  if (hop !== null && (hop.isBetter || !isAnswered)) return twoHopLines(hop, weighedEvidence, passages);
  return isAnswered ? currentLines(weighedEvidence, passages) : [];
}

/** Whether the best note has all words of the question: then it needs no other. */
function holdsAll({ question, notes, sentences }: WeighedEvidence): boolean {
  return question.stems.isSubsetOf(notes[sentences[0]!.passage]!.stems);
}

/** Makes a line of what was so, and one of what is so now. */
function formerLines(
  { evidence, note, index, from, until }: Former,
  { notes }: WeighedEvidence,
  passages: readonly Passage[],
): MakeLine[] {
  const { passage, text } = evidence;
  const { claim } = note;
  const details = text === claim.text || text.includes(claim.text) ? [] : [text];
  const remark = `from ${dayName(from)} until ${dayName(until)}`;
  return [
    quoteLine([{ text: details.length === 0 ? text : claim.text, details, passages: [index], lead: "Before", remark }]),
    quoteLine([withOutcome({ text: notes[passage]!.claim.text, passages: [passage], lead: "Since then" }, passages)]),
  ];
}

/** Makes a line of what replaced the earlier version that the question means. */
function replacementLine(
  { evidence }: Former,
  { question, notes }: WeighedEvidence,
  passages: readonly Passage[],
): MakeLine {
  const lead = question.type === "yes-no" ? question.language.noLonger : "That has changed";
  const remark = `since ${dayName(new Date(passages[evidence.passage]!.createdAt))}`;
  const quotation = { text: notes[evidence.passage]!.claim.text, passages: [evidence.passage], lead, remark };
  return quoteLine([withOutcome(quotation, passages)]);
}
