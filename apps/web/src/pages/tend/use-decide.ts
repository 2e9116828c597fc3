import { useMemo } from "react";
import { useServices } from "../../app/services.tsx";
import { act, change } from "../../remote/act.ts";
import { useTRPC } from "../../remote/trpc.ts";
import { withoutCard } from "./cards.ts";
import { createDecisions, type Decision } from "./decisions.ts";
import type { Cards } from "./use-cards.ts";

/** Decides a card: it leaves at once, comes back when that fails, and when it is undone. */
export function useDecide() {
  const services = useServices();
  const { tend } = useTRPC();
  const { client, dismissals } = services;
  const decisions = useMemo(() => createDecisions(client, dismissals), [client, dismissals]);
  const decide = async (key: string, { run, done, left = [] }: Decision): Promise<void> => {
    const leave = (cards: Cards): Cards => ({
      ...cards,
      pages: cards.pages.map((page) => withoutCard(page, key, left)),
    });
    const lists = ["contested", "foundations", "orphans", "near"].map((name) => [["tend", name], "cards"]);
    await act(services, {
      optimistic: lists.map((queryKey) => change(queryKey, leave)),
      run,
      done,
      undo: (back) => back(),
      refresh: [tend.waiting.queryKey(), tend.contested.pathKey(), tend.foundations.pathKey()],
    });
  };
  return { decisions, decide };
}
