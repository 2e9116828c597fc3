import type { AnswerModel, AnswerRequest } from "@knote/api";
import { timeOf } from "../answers/time-of.ts";
import { createProviderLine } from "../remote/provider-line.ts";
import type { RemoteOptions } from "../remote/remote-options.ts";
import { ANSWER_TIMING } from "../remote/timing.ts";
import { type AnswerPiece, groundedAnswer } from "./grounded-answer.ts";
import { noPassages } from "./no-passages.ts";
import { textsOf } from "./texts-of.ts";

export interface AnswerWire<Item> {
  /** Asks the provider and throws the SDK's errors. `now`: the time of the question, in ms since the epoch. */
  send(request: AnswerRequest, now: number, signal: AbortSignal): Promise<AsyncIterable<Item>>;
  /** Reads the provider's stream. */
  read(items: AsyncIterable<Item>): AsyncIterable<AnswerPiece>;
}

/** Creates a remote answer model; only `send` and `read` depend on the provider. */
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
      const pieces = line.stream(
        async (signal, keepAlive) => read(notifyEach(await send(request, timeOf(request, now), signal), keepAlive)),
        {
          signal: request.signal,
          texts: textsOf(request),
        },
      );
      yield* groundedAnswer(pieces, request.passages.length);
    },
  };
}

/** Passes the items on and calls `notice` for each. */
async function* notifyEach<T>(items: AsyncIterable<T>, notice: () => void): AsyncGenerator<T, void> {
  for await (const item of items) {
    notice();
    yield item;
  }
}
