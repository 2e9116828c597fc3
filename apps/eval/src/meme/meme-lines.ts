import * as z from "zod";

const Text = z.string().min(1, "must not be empty");

/** A fact of an episode, in the words of the person who tells it. */
const Fact = z.object({
  n: z.int().min(0),
  phase: z.enum(["before", "after"]),
  kind: z.enum(["fact", "filler", "update", "dependent", "rule", "change", "delete"]),
  entity: Text,
  value: Text,
  text: Text,
  /** The entity that the fact rests on, as its text says. */
  rests_on: Text.optional(),
});
export type MemeFact = z.infer<typeof Fact>;

/** Exact recall, aggregation, tracking, deletion, cascade, absence. */
const TASKS = ["ER", "Agg", "Tr", "Del", "Cas", "Abs"] as const;
export type Task = (typeof TASKS)[number];

const Question = z.object({
  task: z.enum(TASKS),
  hop: z.int().min(1).optional(),
  entity: z.array(Text).min(1),
  question: Text,
  answer: Text,
  /** By entity: what the answer must hold; for absence and deletion the value that held before. */
  values: z.record(Text, z.union([Text, z.array(Text).min(1)])),
  /** Why the expected answer cannot follow from the facts. */
  flawed: Text.optional(),
});
export type MemeQuestion = z.infer<typeof Question>;

/** A question about a fact that nothing touches. */
const CalmQuestion = z.object({ entity: Text, question: Text, answer: Text });

export const EpisodeLine = z.object({
  id: Text,
  domain: Text,
  root: Text,
  root_change: z.object({ before: Text, after: Text }),
  facts: z.array(Fact).min(1),
  before: z.array(Question),
  after: z.array(Question),
  calm: z.array(CalmQuestion),
});
export type Episode = z.infer<typeof EpisodeLine>;
