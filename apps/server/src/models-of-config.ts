import {
  type AnswerModel,
  type AnswerModels,
  limitedJudge,
  type LinkJudge,
  type RateLimits,
  rememberingJudge,
  type TextEmbedder,
} from "@knote/api";
import type { ModelChoice, ModelsConfig } from "@knote/config";
import {
  ANTHROPIC_MODELS,
  createAnthropicJudge,
  createAnthropicModel,
  createBuiltInEmbedder,
  createExtractModel,
  createOpenAiEmbedder,
  createOpenAiJudge,
  createOpenAiModel,
  createSynthesisModel,
  OPENAI_EMBEDDING_MODEL,
  OPENAI_MODELS,
  type RemoteOptions,
} from "@knote/models";
import type { Logger } from "pino";
import { createEmbedderLog } from "./embedding-log.ts";

type Remote = Exclude<ModelChoice, { kind: "built-in" }>;
type Role = "default" | "capable";

/** Creates the answer models. The demo's is always built in: strangers must not spend the operator's money. */
export function createAnswerModels(config: ModelsConfig, log: Logger): AnswerModels {
  return {
    default: createAnswerModel(config.default, "default", log),
    capable: createAnswerModel(config.capable, "capable", log),
    demo: createExtractModel(),
  };
}

/** Creates the judge from the cheaper model of a provider; null when all answer models are built in. */
export function createLinkJudge(
  { default: cheap, capable }: ModelsConfig,
  limits: RateLimits,
  log: Logger,
): LinkJudge | null {
  if (cheap.kind !== "built-in") return forUsers(judgeOf(cheap, "default", log), limits);
  return capable.kind === "built-in" ? null : forUsers(judgeOf(capable, "capable", log), limits);
}

export function createEmbedderOf({ embedding, modelsDir }: ModelsConfig, log: Logger): TextEmbedder {
  if (embedding.kind === "built-in")
    return createBuiltInEmbedder({ model: embedding.model, modelsDir, onStatus: createEmbedderLog(log) });
  return createOpenAiEmbedder(remoteOptions(embedding, OPENAI_EMBEDDING_MODEL, log));
}

/** How long a create waits for its suggestions: the built-in models take up to 40 and 240 ms for a note, a provider longer. */
export function suggestionDeadlineMs({ embedding }: ModelsConfig): number {
  if (embedding.kind === "openai") return 1_500;
  return embedding.model === undefined ? 250 : 750;
}

function createAnswerModel(choice: ModelChoice, role: Role, log: Logger): AnswerModel {
  if (choice.kind === "anthropic") return createAnthropicModel(remoteOptions(choice, ANTHROPIC_MODELS[role], log));
  if (choice.kind === "openai") return createOpenAiModel(remoteOptions(choice, OPENAI_MODELS[role], log));
  const builtIn = [createExtractModel(), createSynthesisModel()] as const;
  return builtIn.find(({ id }) => id === choice.model) ?? builtIn[role === "default" ? 0 : 1];
}

function judgeOf(choice: Remote, role: Role, log: Logger): LinkJudge {
  return choice.kind === "anthropic"
    ? createAnthropicJudge(remoteOptions(choice, ANTHROPIC_MODELS[role], log))
    : createOpenAiJudge(remoteOptions(choice, OPENAI_MODELS[role], log));
}

/** Remembers judgements outside the limit: a remembered one is not a call. */
function forUsers(judge: LinkJudge, limits: RateLimits): LinkJudge {
  return rememberingJudge(limitedJudge(judge, limits));
}

function remoteOptions({ kind, model, provider }: Remote, usual: string, log: Logger): RemoteOptions {
  return {
    ...provider,
    model: model ?? usual,
    onFailure: (error) => log.warn({ err: error, provider: kind, model: model ?? usual }, "a model provider failed"),
  };
}
