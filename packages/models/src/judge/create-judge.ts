import type { LinkJudge } from "@knote/api";
import { createProviderLine } from "../remote/provider-line.ts";
import type { RemoteOptions } from "../remote/remote-options.ts";
import type { Timing } from "../remote/timing.ts";
import { judgeQuestion, judgeTexts, judgeTokens, readJudgement } from "./judgement.ts";

/** Short, because a person waits, and suggestions are usable without a judge. */
const JUDGE_TIMING: Timing = {
  silenceMs: 15_000,
  totalMs: 20_000,
  firstRetryMs: 500,
  longestRetryMs: 4_000,
  coolDownMs: 15_000,
};

/** Sends the question and returns the model's reply. Throws the SDK's errors. */
export type SendJudgement = (question: string, maxTokens: number, signal: AbortSignal) => Promise<string>;

/** Creates a judge; only `send` depends on the provider. */
export function createJudge(options: RemoteOptions, send: SendJudgement): LinkJudge {
  const { model, apiKey, onFailure } = options;
  const timing = { ...JUDGE_TIMING, ...options.timing };
  const line = createProviderLine({ what: "The link judge", apiKey, timing, onFailure });
  return {
    id: model,
    async judge(request) {
      request.signal?.throwIfAborted();
      const count = request.candidates.length;
      if (count === 0) return [];
      return line.call(
        async (signal) => readJudgement(await send(judgeQuestion(request), judgeTokens(request), signal), count),
        { signal: request.signal, texts: judgeTexts(request) },
      );
    },
  };
}
