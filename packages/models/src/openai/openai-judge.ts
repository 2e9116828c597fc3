import type { LinkJudge } from "@knote/api";
import type { ChatCompletionCreateParams } from "openai/resources/chat/completions";
import { createJudge } from "../judge/create-judge.ts";
import type { JudgeQuestion } from "../judge/judge-task.ts";
import type { RemoteOptions } from "../remote/remote-options.ts";
import { type ChatDialect, commonParams, createChatDialect } from "./chat-dialect.ts";
import { createOpenAiClient } from "./openai-client.ts";

/** Creates a judge that uses a JSON schema, or plain JSON where the server knows no schemas. */
export function createOpenAiJudge(options: RemoteOptions): LinkJudge {
  const { model } = options;
  const client = createOpenAiClient(options);
  const dialect = createChatDialect(options.baseUrl);
  return createJudge(options, async ({ instructions, schema, question, maxTokens }, signal) => {
    const { completions } = (await client()).chat;
    const prompt = { system: instructions, user: question, maxTokens };
    const reply = await dialect.ask((shape) =>
      completions.create({ model, ...commonParams(shape, prompt), ...formatParams(shape, schema) }, { signal }),
    );
    return reply.choices[0]?.message.content ?? "";
  });
}

function formatParams(
  { format }: ChatDialect,
  schema: JudgeQuestion["schema"],
): Pick<ChatCompletionCreateParams, "response_format"> {
  if (format === "prompted") return {};
  if (format === "json_object") return { response_format: { type: "json_object" } };
  const json_schema = { name: "judgement", strict: true, schema };
  return { response_format: { type: "json_schema", json_schema } };
}
