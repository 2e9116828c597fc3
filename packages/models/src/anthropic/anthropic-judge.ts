import type { LinkJudge } from "@knote/api";
import { createJudge } from "../judge/create-judge.ts";
import type { RemoteOptions } from "../remote/remote-options.ts";
import { createAnthropicClient } from "./anthropic-client.ts";
import { createThinkingAdaptation, thinkingParams } from "./anthropic-thinking.ts";

/** Creates a judge that uses structured output, as current models refuse a forced tool. */
export function createAnthropicJudge(options: RemoteOptions): LinkJudge {
  const { model } = options;
  const client = createAnthropicClient(options);
  const thinking = createThinkingAdaptation(model);
  return createJudge(options, async ({ instructions, schema, question, maxTokens }, signal) => {
    const { messages } = await client();
    const message = await thinking.ask((shape) =>
      messages.create(
        {
          model,
          ...thinkingParams(shape, maxTokens),
          system: [{ type: "text", text: instructions, cache_control: { type: "ephemeral" } }],
          messages: [{ role: "user", content: question }],
          output_config: { format: { type: "json_schema", schema } },
        },
        { signal },
      ),
    );
    return message.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
  });
}
