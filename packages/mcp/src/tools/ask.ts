import { Answer, AskInput, Source } from "@knote/contract";
import * as z from "zod";
import { AsOfHint } from "./shown-note.ts";
import { defineTool, READS } from "./tool.ts";

export const ask = defineTool({
  name: "ask",
  description:
    "Have Knote answer a question from the user's notes alone, with citations. Counts against the user's monthly quota, so prefer search and answer yourself unless the user asks for Knote's own answer.",
  scope: "ask",
  annotations: READS,
  input: z.object(AskInput.shape),
  hints: { as_of: AsOfHint },
  output: Answer.pick({ answer: true, model: true }).extend({
    sources: z.array(Source.extend({ url: z.string() })),
  }),
  async call({ caller, cite }, input) {
    const { answer, sources, model } = await caller.recall.ask(input);
    return { answer, sources: sources.map((source) => ({ ...source, ...cite(source) })), model };
  },
});
