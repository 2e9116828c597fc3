import type { ChatCompletionCreateParams } from "openai/resources/chat/completions";
import { type Adaptation, createAdaptation } from "../remote/adapt.ts";
import { isOpenAi } from "./openai-client.ts";

const EFFORTS = ["none", "minimal", "low", "unasked"] as const;
const FORMATS = ["json_schema", "json_object", "prompted"] as const;

/** The parameters that a server accepts. */
export interface ChatDialect {
  readonly tokens: "max_tokens" | "max_completion_tokens";
  readonly streams: boolean;
  /** How much a model thinks before it answers; thoughts count towards the tokens. */
  readonly effort: (typeof EFFORTS)[number];
  /** How a model is held to JSON. */
  readonly format: (typeof FORMATS)[number];
  readonly system: "system" | "user";
}

/** Extra tokens for the thoughts of a model that always thinks. */
const ALLOWANCE = 4_000;

/**
 * OpenAI refuses `max_tokens` for current models; some other servers ignore `max_completion_tokens`, which leaves an
 * answer without a bound. So each is first asked with the parameter that is safe there.
 */
export function createChatDialect(baseUrl: string | undefined): Adaptation<ChatDialect> {
  const official = isOpenAi(baseUrl);
  return createAdaptation<ChatDialect>(
    {
      tokens: official ? "max_completion_tokens" : "max_tokens",
      streams: true,
      effort: official ? "none" : "unasked",
      format: "json_schema",
      system: "system",
    },
    (dialect, refusal) => nextDialect(dialect, refusal, official),
  );
}

/** Returns the next dialect to try, or null. No dialect comes up twice, so trying ends. */
function nextDialect(dialect: ChatDialect, refusal: string, official: boolean): ChatDialect | null {
  const effort = EFFORTS[EFFORTS.indexOf(dialect.effort) + 1];
  const format = FORMATS[FORMATS.indexOf(dialect.format) + 1];
  const first = official ? "max_completion_tokens" : "max_tokens";
  if (/max_(?:completion_)?tokens/.test(refusal) && dialect.tokens === first) {
    return { ...dialect, tokens: official ? "max_tokens" : "max_completion_tokens" };
  }
  if (refusal.includes("reasoning") && effort) return { ...dialect, effort };
  if (/response_format|json_schema|json_object|grammar/.test(refusal) && format) return { ...dialect, format };
  if (/\bstream(?:ing)?\b/.test(refusal) && dialect.streams) return { ...dialect, streams: false };
  if (/system (?:role|message|prompt)|\broles\b/.test(refusal) && dialect.system === "system")
    return { ...dialect, system: "user" };
  return null;
}

type CommonParams = Pick<
  ChatCompletionCreateParams,
  "max_tokens" | "max_completion_tokens" | "reasoning_effort" | "messages"
>;

export function commonParams(
  dialect: ChatDialect,
  { system, user, maxTokens }: { readonly system: string; readonly user: string; readonly maxTokens: number },
): CommonParams {
  const { tokens, effort } = dialect;
  return {
    messages:
      dialect.system === "system"
        ? [
            { role: "system", content: system },
            { role: "user", content: user },
          ]
        : [{ role: "user", content: `${system}\n\n${user}` }],
    [tokens]: maxTokens + (effort === "minimal" || effort === "low" ? ALLOWANCE : 0),
    ...(effort !== "unasked" && { reasoning_effort: effort }),
  };
}
