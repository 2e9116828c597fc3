import type { AnswerModel } from "@knote/api";
import { streamLines } from "./answer-lines.ts";
import { NO_SUBJECT } from "./answerable.ts";
import { weighEvidence } from "./evidence.ts";
import { surveyLines } from "./survey-lines.ts";

/** Creates a model that quotes several notes, by theme, and shows where they disagree. Needs no key, no network. */
export function createSynthesisModel(): AnswerModel {
  return {
    id: "knote-synthesis-1",
    status: () => "ready",
    async *answer(request) {
      const weighedEvidence = weighEvidence(request.query, request.passages);
      if (!weighedEvidence.question.hasSubject) return yield* streamLines([], request, NO_SUBJECT);
      yield* streamLines(surveyLines(weighedEvidence, request.passages), request);
    },
  };
}
