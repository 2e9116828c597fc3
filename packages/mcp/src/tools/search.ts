import { pageLimit, RecallInput, RecallResult } from "@knote/contract";
import * as z from "zod";
import { shorten, sizeOf } from "../shorten.ts";
import { AsOfHint, CitedNote } from "./shown-note.ts";
import { defineTool, READS } from "./tool.ts";

const MOST_CHARACTERS = 8_000;
/** Lengths of the snippets, tried until the whole answer fits. */
const SNIPPET_LENGTHS = [300, 200, 100, 0];
/** Most links shown of the way to a result, those next to it. */
const MOST_STEPS = 3;

export const search = defineTool({
  name: "search",
  description:
    "Find the user's notes that bear on a question or topic, by meaning and by words. Use it before you answer about anything the user may have written down, and before create_note. Gives ids, claims, the passage that matches and a url to cite; fetch gives the whole note. review: what a note rested on and what became of it.",
  scope: "notes:read",
  annotations: READS,
  input: RecallInput.pick({ query: true, as_of: true }).extend({ limit: pageLimit(20).optional().default(8) }),
  hints: { as_of: AsOfHint },
  output: z.object({
    results: z.array(
      CitedNote.extend({
        snippet: z.string(),
        similarity: z.number(),
        via: RecallResult.shape.via,
        review: z.object({ kind: z.string(), cause: CitedNote, now: z.array(CitedNote) }).optional(),
      }),
    ),
  }),
  async call({ caller, cite }, input) {
    const { results } = await caller.recall.recall({ ...input, notices: input.as_of === undefined });
    const show = (snippetLength: number) =>
      results.map(({ id, title, snippet, similarity, via, review }) => ({
        ...cite({ id, title }),
        snippet: shorten(snippet, snippetLength),
        similarity,
        via: via.slice(-MOST_STEPS),
        ...(review && {
          review: { kind: review.kind, cause: cite(review.cause), now: review.now.slice(0, 3).map(cite) },
        }),
      }));
    const fits = (shownResults: unknown) => sizeOf({ results: shownResults }) <= MOST_CHARACTERS;
    for (const length of SNIPPET_LENGTHS) {
      const shownResults = show(length);
      if (fits(shownResults)) return { results: shownResults };
    }
    const shownResults = show(0);
    while (!fits(shownResults)) shownResults.pop();
    return { results: shownResults };
  },
});
