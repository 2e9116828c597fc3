import type { Client } from "../../remote/trpc.ts";
import type { KeptAnswer, KeptSource } from "./answer-history.ts";
import { gatherText } from "./gather-text.ts";

export interface ShownAnswer {
  readonly phase: "unasked" | "asking" | "writing" | "done" | "stopped" | "failed";
  readonly text: string;
  /** The notes that the numbers in the text cite; for a stopped answer, the candidates. */
  readonly sources: readonly KeptSource[];
  /** The whole answer, once complete. */
  readonly kept: KeptAnswer | null;
  /** Whether the answer has just arrived, so that its sources are current. */
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
  /** Stores the whole answer. */
  keep(answer: KeptAnswer): void;
  /** Aborts when the answer is no longer needed. */
  readonly signal: AbortSignal;
}

/** Asks the question, shows the answer as it is written, and stores it at the end. */
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
