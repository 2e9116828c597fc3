import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTRPC, useTRPCClient } from "../../remote/trpc.ts";
import type { AnswerHistory } from "./answer-history.ts";
import { ASKING, type ShownAnswer, shownFrom, streamAnswer } from "./stream-answer.ts";

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
      void streamAnswer({ client, queryClient, trpc }, question, { show, keep: history.keep, signal: leaving.signal });
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
