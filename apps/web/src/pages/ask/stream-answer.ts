import { COMPLEX_QUESTION, type Source } from "@knote/contract";
import type { QueryClient } from "@tanstack/react-query";
import type { Client, useTRPC } from "../../remote/trpc.ts";
import type { KeptAnswer } from "./answer-history.ts";
import { gatherText } from "./gather-text.ts";

export interface ShownAnswer {
  readonly phase: "asking" | "writing" | "done" | "stopped" | "failed";
  readonly text: string;
  /** What the numbers in the text stand for; of a stopped answer the candidates. */
  readonly sources: readonly Source[];
  /** The whole answer, once it is there. */
  readonly kept: KeptAnswer | null;
  readonly error: unknown;
}

export const ASKING: ShownAnswer = { phase: "asking", text: "", sources: [], kept: null, error: null };

export function shownFrom(kept: KeptAnswer | null): ShownAnswer {
  return kept ? { phase: "done", text: kept.answer, sources: kept.sources, kept, error: null } : ASKING;
}

export interface Asker {
  readonly client: Client;
  readonly queryClient: QueryClient;
  readonly trpc: ReturnType<typeof useTRPC>;
}

export interface AnswerListener {
  show(change: (old: ShownAnswer) => ShownAnswer): void;
  /** The whole answer; once more when it is known what it cost. */
  keep(answer: KeptAnswer): void;
  /** Nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** Asks, shows the answer as it is written, and hands it over to be kept. */
export async function streamAnswer(asker: Asker, question: string, listener: AnswerListener): Promise<void> {
  const { show, signal } = listener;
  const writing = gatherText((text) => show((old) => ({ ...old, phase: "writing", text: old.text + text })));
  try {
    const events = await asker.client.recall.askStream.mutate({ query: question }, { signal });
    for await (const { event, data } of events) {
      if (event === "sources") show((old) => ({ ...old, sources: data.sources }));
      else if (event === "delta") writing.add(data.text);
      else if (event === "error") throw new Error(data.detail);
      else {
        writing.drop();
        return await finish(asker, { ...data, question, askedAt: new Date().toISOString() }, listener);
      }
    }
  } catch (error) {
    writing.drop();
    show((old) => ({ ...old, phase: "failed", error }));
  }
}

async function finish(asker: Asker, answer: KeptAnswer, { show, keep, signal }: AnswerListener): Promise<void> {
  const take = (kept: KeptAnswer): void => {
    show(() => shownFrom(kept));
    if (!signal.aborted) keep(kept);
  };
  if (!COMPLEX_QUESTION.test(answer.question)) return take({ ...answer, capable: false, fellBack: false });
  take(answer);
  // An answer stands, whether or not it can be told what it cost.
  const cost = await costOf(asker, answer.model).catch(() => null);
  if (cost) take({ ...answer, ...cost });
}

/** Which counter took the answer to a question whose words asked for the capable model: its quota may refuse it. */
async function costOf({ queryClient, trpc }: Asker, model: string) {
  const [{ tiers }, quota] = await Promise.all([
    queryClient.fetchQuery(trpc.quota.pricing.queryOptions(undefined, { staleTime: Infinity })),
    queryClient.fetchQuery(trpc.quota.get.queryOptions(undefined, { staleTime: 0 })),
  ]);
  const { sonnet_queries_limit: limit, sonnet_queries_used: used, tier } = quota;
  const fellBack = limit >= 0 && used >= limit && model === tiers[tier].default_model;
  return { capable: !fellBack, fellBack };
}
