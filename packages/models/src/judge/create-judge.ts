import type { LinkJudge } from "@knote/api";
import { createProviderLine } from "../remote/provider-line.ts";
import type { RemoteOptions } from "../remote/remote-options.ts";
import type { Timing } from "../remote/timing.ts";
import { VERDICT_TASK } from "./claim-verdict.ts";
import type { JudgeQuestion, JudgeTask } from "./judge-task.ts";
import { JUDGEMENT_TASK } from "./judgement.ts";

/** Short, because a person waits, and suggestions are usable without a judge. */
const JUDGE_TIMING: Timing = {
  silenceMs: 15_000,
  totalMs: 20_000,
  firstRetryMs: 500,
  longestRetryMs: 4_000,
  coolDownMs: 15_000,
};

/** Sends the question and returns the model's reply. Throws the SDK's errors. */
export type SendJudgement = (question: JudgeQuestion, signal: AbortSignal) => Promise<string>;

/** Creates a judge; only `send` depends on the provider. */
export function createJudge(options: RemoteOptions, send: SendJudgement): LinkJudge {
  const { model, apiKey, onFailure } = options;
  const timing = { ...JUDGE_TIMING, ...options.timing };
  const line = createProviderLine({ what: "The link judge", apiKey, timing, onFailure });
  async function put<Request extends { readonly signal?: AbortSignal }, Answer>(
    task: JudgeTask<Request, Answer>,
    request: Request,
  ): Promise<Answer> {
    const { instructions, schema } = task;
    const question = { instructions, schema, question: task.question(request), maxTokens: task.tokens(request) };
    return await line.call(async (signal) => task.read(await send(question, signal), request), {
      signal: request.signal,
      texts: task.texts(request),
    });
  }
  return {
    id: model,
    async judge(request) {
      request.signal?.throwIfAborted();
      return request.candidates.length === 0 ? [] : await put(JUDGEMENT_TASK, request);
    },
    async confirm(request) {
      request.signal?.throwIfAborted();
      return await put(VERDICT_TASK, request);
    },
  };
}
