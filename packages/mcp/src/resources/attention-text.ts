import { REVIEW_KINDS, reviewPage } from "../tools/review.ts";
import type { ToolContext } from "../tools/tool.ts";
import { reference } from "./note-text.ts";

const MOST = 5;

/** Writes the first few matters of each kind that `review` knows. */
export async function attentionText(context: ToolContext): Promise<string> {
  const parts = ["# What needs attention in the notes"];
  for (const kind of REVIEW_KINDS) {
    const { items } = await reviewPage(context, kind, { limit: MOST });
    const lines = items.slice(0, MOST).map(({ notes, relation, why }) => {
      const names = notes.map(({ id, title }) => reference(id, title)).join(relation ? ` ${relation} ` : ", ");
      return `- ${names}${why === undefined ? "" : ` (${why})`}`;
    });
    parts.push(`## ${kind}`, lines.length > 0 ? lines.join("\n") : "Nothing.");
  }
  return `${parts.join("\n\n")}\n`;
}
