import type { AnswerModel, AnswerRequest } from "@knote/api";
import { noticing } from "../remote/noticing.ts";
import { createProviderLine } from "../remote/provider-line.ts";
import type { RemoteOptions } from "../remote/remote-options.ts";
import { ANSWER_TIMING } from "../remote/timing.ts";
import { type AnswerPiece, groundedAnswer } from "./grounded-answer.ts";
import { noPassages } from "./no-passages.ts";
import { textsOf } from "./texts-of.ts";

export interface AnswerWire<Item> {
  /** Asks the provider; what it throws is the SDK's. `now`: milliseconds since the epoch. */
  send(request: AnswerRequest, now: number, signal: AbortSignal): Promise<AsyncIterable<Item>>;
  /** Reads its stream. */
  read(items: AsyncIterable<Item>): AsyncIterable<AnswerPiece>;
}

/** The part of a remote answer model that is the same whoever answers. */
export function createGroundedModel<Item>(options: RemoteOptions, { send, read }: AnswerWire<Item>): AnswerModel {
  const { model, apiKey, onFailure, now = Date.now } = options;
  const timing = { ...ANSWER_TIMING, ...options.timing };
  const line = createProviderLine({ what: "The answer model", apiKey, timing, onFailure });
  return {
    id: model,
    isRemote: true,
    status: () => line.status(),
    async *answer(request) {
      if (request.passages.length === 0) return yield* noPassages(request.signal);
      const pieces = line.stream(async (signal, heard) => read(noticing(await send(request, now(), signal), heard)), {
        signal: request.signal,
        texts: textsOf(request),
      });
      yield* groundedAnswer(pieces, request.passages.length);
    },
  };
}
