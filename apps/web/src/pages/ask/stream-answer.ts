import type { Client } from "../../remote/trpc.ts";
import type { KeptAnswer, KeptSource } from "./answer-history.ts";
import { gatherText } from "./gather-text.ts";

export interface ShownAnswer {
  readonly phase: "unasked" | "asking" | "writing" | "done" | "stopped" | "failed";
  readonly text: string;
  /** The notes that the numbers in the text cite; for a stopped answer, the candidates. */
  readonly sources: readonly KeptSource[];
  /** The whole answer, once complete. */
  readonly keptAnswer: KeptAnswer | null;
  /** Whether the answer has just arrived, so that its sources are current. */
  readonly isFresh: boolean;
  readonly error: unknown;
}

const NOT_ASKED: ShownAnswer = {
  phase: "unasked",
  text: "",
  sources: [],
  keptAnswer: null,
  isFresh: false,
  error: null,
};
export const ASKING: ShownAnswer = { ...NOT_ASKED, phase: "asking" };

export function shownFrom(keptAnswer: KeptAnswer | null, isFresh = false): ShownAnswer {
  return keptAnswer
    ? { phase: "done", text: keptAnswer.answer, sources: keptAnswer.sources, keptAnswer, isFresh, error: null }
    : NOT_ASKED;
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
        const keptAnswer = { ...answer, fellBack, question, askedAt: new Date().toISOString() };
        show(() => shownFrom(keptAnswer, true));
        if (!signal.aborted) keep(keptAnswer);
        return;
      }
    }
  } catch (error) {
    writing.drop();
    show((old) => ({ ...old, phase: "failed", error }));
  }
}
