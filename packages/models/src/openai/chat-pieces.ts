import { DomainError } from "@knote/api";
import * as z from "zod";
import { type AnswerPiece, noWordsError } from "../grounding/grounded-answer.ts";

const ReplyMessage = z.object({ content: z.string().nullish(), refusal: z.string().nullish() });
/** A piece of a streamed reply (`delta`) or a whole reply (`message`). Usage has no choices. */
const Reply = z.object({
  choices: z.array(
    z.object({ delta: ReplyMessage.nullish(), message: ReplyMessage.nullish(), finish_reason: z.string().nullish() }),
  ),
});

const THOUGHTS = /^\s*<think>[\s\S]*?<\/think>\s*/;

/** Yields a model's text without the thoughts that local models put before it. */
export async function* chatPieces(replies: AsyncIterable<unknown>): AsyncGenerator<AnswerPiece> {
  let finish: string | undefined;
  let thinking = "";
  let hasBegun = false;
  for await (const reply of replies) {
    const [choice] = Reply.parse(reply).choices;
    const replyMessage = choice?.delta ?? choice?.message;
    if (replyMessage?.refusal) throw declinedError();
    // A whole reply is complete even if the server gives no reason.
    finish = choice?.finish_reason || (choice?.message ? "stop" : finish);
    const text = replyMessage?.content ?? "";
    if (hasBegun) yield { text };
    else {
      thinking += text;
      const rest = thinking.replace(THOUGHTS, "");
      hasBegun = !"<think>".startsWith(rest.trimStart().slice(0, 7)) && rest.trim() !== "";
      if (hasBegun) yield { text: rest };
    }
  }
  if (finish === "length" && !hasBegun) throw noWordsError();
  if (finish === "length") yield { outOfTokens: true };
  else if (finish === "content_filter") throw declinedError();
  else if (finish === undefined) throw new Error("The reply ended without a reason.");
}

function declinedError(): DomainError {
  return new DomainError("PROVIDER_FAILED", "The answer model declined to answer this.");
}
