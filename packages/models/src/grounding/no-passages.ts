import type { AnswerPart } from "@knote/api";
import { NO_ANSWER } from "../answers/answerable.ts";

/** The answer to a question that no note bears on; no provider need hear of it. */
export function* noPassages(signal: AbortSignal | undefined): Generator<AnswerPart, void> {
  signal?.throwIfAborted();
  yield { text: NO_ANSWER };
  yield { cited: [] };
}
