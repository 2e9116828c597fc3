import type { AnswerPart } from "@knote/api";
import { NO_ANSWER } from "../answers/answerable.ts";

/** Answers a question without passages; no provider is asked. */
export function* noPassages(signal: AbortSignal | undefined): Generator<AnswerPart, void> {
  signal?.throwIfAborted();
  yield { text: NO_ANSWER };
  yield { cited: [] };
}
