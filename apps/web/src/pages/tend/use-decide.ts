import { useMemo } from "react";
import { useServices } from "../../kit/services.tsx";
import { act, change } from "../../remote/act.ts";
import { keysOfReviews } from "../../remote/activity/apply-event.ts";
import { useTRPC } from "../../remote/trpc.ts";
import { type CardDecision, cardsKey } from "./cards.ts";
import type { Decision } from "./decision.ts";
import { createDecisions } from "./decisions.ts";
import { DECIDED_CARDS } from "./use-cards.ts";

/** Returns a function that decides cards, which disappear at once and return on failure or undo. */
export function useDecide() {
  const services = useServices();
  const trpc = useTRPC();
  const { client } = services;
  const decisions = useMemo(() => createDecisions(client), [client]);
  const decide = async (keys: readonly string[], { run, doneText, settledIds = [] }: Decision): Promise<void> => {
    const others = (list: readonly CardDecision[]) => list.filter(({ key }) => !keys.includes(key));
    const withThis = (doneAt: number) => (list: readonly CardDecision[]) => [
      ...others(list),
      ...keys.map((key) => ({ key, settledIds, doneAt })),
    ];
    await act(services, {
      optimistic: [change(DECIDED_CARDS, withThis(Infinity), others)],
      run: async () => {
        const back = await run();
        services.queryClient.setQueryData<readonly CardDecision[]>(DECIDED_CARDS, (list = []) =>
          withThis(Date.now())(list),
        );
        // What the server left open is listed again.
        if (back.refusal !== undefined)
          void services.queryClient.invalidateQueries({ queryKey: cardsKey("suggestions") });
        return back;
      },
      doneText: ({ refusal }) => refusal ?? doneText,
      undo: (back) => back(),
      refresh: [...keysOfReviews(trpc), trpc.tend.contested.pathKey(), trpc.proposals.precision.queryKey()],
    });
  };
  return { decisions, decide };
}
