import type { ThinkingConfigParam } from "@anthropic-ai/sdk/resources/messages";
import { type Adaptation, createAdaptation } from "../remote/adapt.ts";

/** How a model is kept from thinking before it answers; `unasked`: not at all. */
export type Thinking = "disabled" | "between_tools" | "unasked";

/** Extra tokens for the thoughts of a model that always thinks. */
const ALLOWANCE = 4_000;
/** Models from this one on refuse `disabled` and take `between_tools` instead. */
const SONNET_BETWEEN_TOOLS = /^claude-sonnet-(?:5-[5-9]|[6-9])/;

/**
 * Current models think unless told otherwise, and thoughts count towards `max_tokens`: 400 tokens could be spent
 * before the first word. The parameter that a model accepts is found out by trying.
 */
export function createThinkingAdaptation(model: string): Adaptation<Thinking> {
  const order: Thinking[] = SONNET_BETWEEN_TOOLS.test(model)
    ? ["between_tools", "disabled", "unasked"]
    : ["disabled", "between_tools", "unasked"];
  return createAdaptation(order[0]!, (current, refusal) =>
    refusal.includes("thinking") ? (order[order.indexOf(current) + 1] ?? null) : null,
  );
}

export interface ThinkingParams {
  max_tokens: number;
  thinking?: ThinkingConfigParam;
}

export function thinkingParams(thinking: Thinking, maxTokens: number): ThinkingParams {
  return thinking === "unasked"
    ? { max_tokens: maxTokens + ALLOWANCE }
    : { max_tokens: maxTokens, thinking: { type: thinking } };
}
