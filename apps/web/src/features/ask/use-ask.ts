import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The question that was asked here. Anyone can write an address, which therefore asks nothing. */
    asks?: string | undefined;
  }
}

/** Goes where questions are answered, and asks one. */
export function useAsk(): (question: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (question) => void navigate({ to: "/ask", search: { q: question }, state: { asks: question } }),
    [navigate],
  );
}
