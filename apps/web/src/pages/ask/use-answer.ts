import { COMPLEX_QUESTION, type Source } from "@knote/contract";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type Client, useTRPC, useTRPCClient } from "../../remote/trpc.ts";
import type { AnswerHistory, KeptAnswer } from "./answer-history.ts";

export interface ShownAnswer {
  readonly phase: "asking" | "writing" | "done" | "stopped" | "failed";
  readonly text: string;
  /** What the numbers in the text stand for; of a stopped answer the candidates. */
  readonly sources: readonly Source[];
  /** The whole answer, once it is there. */
  readonly kept: KeptAnswer | null;
  readonly error: unknown;
}

const ASKING: ShownAnswer = { phase: "asking", text: "", sources: [], kept: null, error: null };

/** The answer to a question as it comes; the one that this browser keeps, if it does. */
export function useAnswer(question: string, history: AnswerHistory) {
  const asker = { client: useTRPCClient(), queryClient: useQueryClient(), trpc: useTRPC() };
  const { client, queryClient, trpc } = asker;
  const [answer, setAnswer] = useState(() => shownFrom(history.find(question)));
  const [attempt, setAttempt] = useState(answer.phase === "done" ? 0 : 1);
  const running = useRef<AbortController>(null);

  useEffect(() => {
    if (attempt === 0) return;
    const leaving = new AbortController();
    running.current = leaving;
    setAnswer(ASKING);
    const show = (change: (old: ShownAnswer) => ShownAnswer): void => {
      if (!leaving.signal.aborted) setAnswer(change);
    };
    // A question counts, so none is sent by a page that is left in the same breath.
    const timer = setTimeout(() => {
      void ask({ client, queryClient, trpc }, question, show, leaving.signal).then(
        (kept) => kept && history.keep(kept),
      );
    });
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [client, queryClient, trpc, question, history, attempt]);

  return {
    ...answer,
    askAgain: () => setAttempt((count) => count + 1),
    stop() {
      running.current?.abort();
      setAnswer((old) => ({ ...old, phase: "stopped" }));
    },
  };
}

function shownFrom(kept: KeptAnswer | null): ShownAnswer {
  return kept ? { phase: "done", text: kept.answer, sources: kept.sources, kept, error: null } : ASKING;
}

interface Asker {
  readonly client: Client;
  readonly queryClient: QueryClient;
  readonly trpc: ReturnType<typeof useTRPC>;
}

async function ask(
  asker: Asker,
  question: string,
  show: (change: (old: ShownAnswer) => ShownAnswer) => void,
  signal: AbortSignal,
): Promise<KeptAnswer | null> {
  try {
    const events = await asker.client.recall.askStream.mutate({ query: question }, { signal });
    for await (const { event, data } of events) {
      if (event === "sources") show((old) => ({ ...old, sources: data.sources }));
      else if (event === "delta") show((old) => ({ ...old, phase: "writing", text: old.text + data.text }));
      else if (event === "error") throw new Error(data.detail);
      else {
        const cost = await costOf(asker, question, data.model);
        const kept = { ...data, ...cost, question, askedAt: new Date().toISOString() };
        show(() => shownFrom(kept));
        return signal.aborted ? null : kept;
      }
    }
  } catch (error) {
    show((old) => ({ ...old, phase: "failed", error }));
  }
  return null;
}

/** Which counter an answer took from: the words of the question ask for the capable model, its quota may refuse it. */
async function costOf({ queryClient, trpc }: Asker, question: string, model: string) {
  if (!COMPLEX_QUESTION.test(question)) return { capable: false, fellBack: false };
  const [{ tiers }, quota] = await Promise.all([
    queryClient.fetchQuery(trpc.quota.pricing.queryOptions(undefined, { staleTime: Infinity })),
    queryClient.fetchQuery(trpc.quota.get.queryOptions(undefined, { staleTime: 0 })),
  ]);
  const { sonnet_queries_limit: limit, sonnet_queries_used: used, tier } = quota;
  const fellBack = limit >= 0 && used >= limit && model === tiers[tier].default_model;
  return { capable: !fellBack, fellBack };
}
