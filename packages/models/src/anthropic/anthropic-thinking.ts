import type { ThinkingConfigParam } from "@anthropic-ai/sdk/resources/messages";
import { type Adaptation, createAdaptation } from "../remote/adapt.ts";

/** How a model is kept from thinking before it answers; `unasked`: it cannot be. */
export type Thinking = "disabled" | "between_tools" | "unasked";

/** What a model that cannot be kept from it may think, on top of the answer's own tokens. */
const ALLOWANCE = 4_000;
/** From this model on `disabled` is refused and `between_tools` is the word for it. */
const SONNET_BETWEEN_TOOLS = /^claude-sonnet-(?:5-[5-9]|[6-9])/;

/**
 * Current models think unless told otherwise, and their thoughts count towards `max_tokens`: an answer of 400
 * tokens could be all thought and no word. Which way of telling a model takes is found out by asking.
 */
export function createThinkingAdaptation(model: string): Adaptation<Thinking> {
  const order: Thinking[] = SONNET_BETWEEN_TOOLS.test(model)
    ? ["between_tools", "disabled", "unasked"]
    : ["disabled", "between_tools", "unasked"];
  return createAdaptation(order[0]!, (tried, said) =>
    said.includes("thinking") ? (order[order.indexOf(tried) + 1] ?? null) : null,
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
