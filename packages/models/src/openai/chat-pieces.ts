import { DomainError } from "@knote/api";
import * as z from "zod";
import { type AnswerPiece, wordless } from "../grounding/grounded-answer.ts";

const Spoken = z.object({ content: z.string().nullish(), refusal: z.string().nullish() });
/** A piece of a streamed reply (`delta`) or a whole reply (`message`). Usage has no choices. */
const Reply = z.object({
  choices: z.array(
    z.object({ delta: Spoken.nullish(), message: Spoken.nullish(), finish_reason: z.string().nullish() }),
  ),
});

const THOUGHTS = /^\s*<think>[\s\S]*?<\/think>\s*/;

/** Yields a model's text without the thoughts that local models put before it. */
export async function* chatPieces(replies: AsyncIterable<unknown>): AsyncGenerator<AnswerPiece> {
  let finish: string | undefined;
  let thinking = "";
  let begun = false;
  for await (const reply of replies) {
    const [choice] = Reply.parse(reply).choices;
    const spoken = choice?.delta ?? choice?.message;
    if (spoken?.refusal) throw declined();
    // A whole reply is complete even if the server gives no reason.
    finish = choice?.finish_reason || (choice?.message ? "stop" : finish);
    const text = spoken?.content ?? "";
    if (begun) yield { text };
    else {
      thinking += text;
      const rest = thinking.replace(THOUGHTS, "");
      begun = !"<think>".startsWith(rest.trimStart().slice(0, 7)) && rest.trim() !== "";
      if (begun) yield { text: rest };
    }
  }
  if (finish === "length" && !begun) throw wordless();
  if (finish === "length") yield { cut: true };
  else if (finish === "content_filter") throw declined();
  else if (finish === undefined) throw new Error("The reply ended without a reason.");
}

function declined(): DomainError {
  return new DomainError("PROVIDER_FAILED", "The answer model declined to answer this.");
}
