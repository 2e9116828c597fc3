import { useLocation, useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTRPCClient } from "../../remote/trpc.ts";
import type { AnswerHistory } from "./answer-history.ts";
import { ASKING, type ShownAnswer, shownFrom, streamAnswer } from "./stream-answer.ts";

/**
 * Returns the answer to a question: the one stored in this browser, else the streamed one. Asks only once, and only
 * when the user asked on a page of the dashboard: neither a link from elsewhere nor a reload asks.
 */
export function useAnswer(question: string, history: AnswerHistory) {
  const client = useTRPCClient();
  const [answer, setAnswer] = useState(() => shownFrom(history.find(question)));
  const [attempt, setAttempt] = useState(0);
  const askAgain = useCallback(() => setAttempt((count) => count + 1), []);
  useAsked(question, askAgain, answer.phase !== "done");
  const running = useRef<AbortController>(null);

  useEffect(() => {
    if (attempt === 0) return;
    const leaving = new AbortController();
    running.current = leaving;
    setAnswer(ASKING);
    const show = (change: (old: ShownAnswer) => ShownAnswer): void => {
      if (!leaving.signal.aborted) setAnswer(change);
    };
    // Deferred, because every question counts: a page that is left at once sends none.
    const timer = setTimeout(() => {
      void streamAnswer(client, question, { show, keep: history.keep, signal: leaving.signal });
    });
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [client, question, history, attempt]);

  return {
    ...answer,
    askAgain,
    stop() {
      running.current?.abort();
      setAnswer((old) => ({ ...old, phase: "stopped" }));
    },
  };
}

/** Calls `ask` when the user came to the page by asking, and clears that mark. */
function useAsked(question: string, ask: () => void, isOpen: boolean): void {
  // The next question is in the navigation state before this one has left the page.
  const isAsked = useLocation({ select: ({ state }) => state.asks === question });
  const navigate = useNavigate();
  useEffect(() => {
    if (!isAsked) return;
    if (isOpen) ask();
    void navigate({ to: ".", search: true, replace: true, state: (old) => ({ ...old, asks: undefined }) });
    // `isOpen` is not a dependency: it changes because of this very effect.
  }, [isAsked]);
}
