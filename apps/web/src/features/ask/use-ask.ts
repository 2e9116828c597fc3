import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The question asked here. A question in the URL alone is not asked, because anyone can craft a link. */
    asks?: string | undefined;
  }
}

/** Returns a function that opens the Ask page with a question and asks it. */
export function useAsk(): (question: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (question) => void navigate({ to: "/ask", search: { q: question }, state: { asks: question } }),
    [navigate],
  );
}
