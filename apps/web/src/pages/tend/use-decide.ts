import { useMemo } from "react";
import { useServices } from "../../kit/services.tsx";
import { act, change } from "../../remote/act.ts";
import { keysOfReviews } from "../../remote/activity/apply-event.ts";
import { useTRPC } from "../../remote/trpc.ts";
import type { CardDecision } from "./cards.ts";
import { createDecisions, type Decision } from "./decisions.ts";
import { DECIDED_CARDS } from "./use-cards.ts";

/** Returns a function that decides a card, which disappears at once and returns on failure or undo. */
export function useDecide() {
  const services = useServices();
  const trpc = useTRPC();
  const { client } = services;
  const decisions = useMemo(() => createDecisions(client), [client]);
  const decide = async (key: string, { run, doneText, settledIds = [] }: Decision): Promise<void> => {
    const others = (list: readonly CardDecision[]) => list.filter((entry) => entry.key !== key);
    const withThis = (doneAt: number) => (list: readonly CardDecision[]) => [
      ...others(list),
      { key, settledIds, doneAt },
    ];
    await act(services, {
      optimistic: [change(DECIDED_CARDS, withThis(Infinity), others)],
      run: async () => {
        const back = await run();
        services.queryClient.setQueryData<readonly CardDecision[]>(DECIDED_CARDS, (list = []) =>
          withThis(Date.now())(list),
        );
        return back;
      },
      doneText,
      undo: (back) => back(),
      refresh: [...keysOfReviews(trpc), trpc.tend.contested.pathKey()],
    });
  };
  return { decisions, decide };
}
