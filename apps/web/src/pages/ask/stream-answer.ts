import type { Client } from "../../remote/trpc.ts";
import type { KeptAnswer, KeptSource } from "./answer-history.ts";
import { gatherText } from "./gather-text.ts";

export interface ShownAnswer {
  readonly phase: "unasked" | "asking" | "writing" | "done" | "stopped" | "failed";
  readonly text: string;
  /** What the numbers in the text stand for; of a stopped answer the candidates. */
  readonly sources: readonly KeptSource[];
  /** The whole answer, once it is there. */
  readonly kept: KeptAnswer | null;
  /** Whether it was given just now: then its sources are known as they stand. */
  readonly isFresh: boolean;
  readonly error: unknown;
}

const UNASKED: ShownAnswer = { phase: "unasked", text: "", sources: [], kept: null, isFresh: false, error: null };
export const ASKING: ShownAnswer = { ...UNASKED, phase: "asking" };

export function shownFrom(kept: KeptAnswer | null, isFresh = false): ShownAnswer {
  return kept ? { phase: "done", text: kept.answer, sources: kept.sources, kept, isFresh, error: null } : UNASKED;
}

export interface AnswerListener {
  show(change: (old: ShownAnswer) => ShownAnswer): void;
  /** The whole answer. */
  keep(answer: KeptAnswer): void;
  /** Nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** Asks, shows the answer as it is written, and hands it over to be kept. */
export async function streamAnswer(client: Client, question: string, listener: AnswerListener): Promise<void> {
  const { show, keep, signal } = listener;
  const writing = gatherText((text) => show((old) => ({ ...old, phase: "writing", text: old.text + text })));
  try {
    const events = await client.recall.askStream.mutate({ query: question }, { signal });
    for await (const { event, data } of events) {
      if (event === "sources") show((old) => ({ ...old, sources: data.sources }));
      else if (event === "delta") writing.add(data.text);
      else {
        writing.drop();
        const { fell_back: fellBack, ...answer } = data;
        const kept = { ...answer, fellBack, question, askedAt: new Date().toISOString() };
        show(() => shownFrom(kept, true));
        if (!signal.aborted) keep(kept);
        return;
      }
    }
  } catch (error) {
    writing.drop();
    show((old) => ({ ...old, phase: "failed", error }));
  }
}
