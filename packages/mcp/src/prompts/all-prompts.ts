import {
  type GetPromptResult,
  type ListPromptsResult,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { answerFromNotes } from "./answer-from-notes.ts";
import { capture } from "./capture.ts";
import type { Prompt } from "./prompt.ts";
import { tend } from "./tend.ts";

const PROMPTS: readonly Prompt[] = [answerFromNotes, capture, tend];

export const PROMPT_LIST: ListPromptsResult = {
  prompts: PROMPTS.map(({ name, description, parameter }) => ({
    name,
    description,
    ...(parameter && { arguments: [argumentOf(parameter)] }),
  })),
};

export const PromptParameters = z.object({ name: z.string(), arguments: z.record(z.string(), z.string()).optional() });
export type PromptParameters = z.infer<typeof PromptParameters>;

/** Writes a prompt. Throws `ProtocolError` for a name that does not exist, and for a value that is missing. */
export function promptText({ name, arguments: values = {} }: PromptParameters): GetPromptResult {
  const prompt = PROMPTS.find((one) => one.name === name);
  if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no prompt with this name.");
  const value = prompt.parameter && values[prompt.parameter.name]?.trim();
  if (prompt.parameter?.isRequired && !value)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${prompt.parameter.name} is required.`);
  return { messages: [{ role: "user", content: { type: "text", text: prompt.text(value || undefined) } }] };
}

function argumentOf({ name, description, isRequired }: NonNullable<Prompt["parameter"]>) {
  return { name, description, required: isRequired };
}
