import type { NamedNote, OutcomeInput, StanceInput } from "@knote/contract";
import { useServices } from "../../kit/services.tsx";
import { act } from "../../remote/act.ts";
import { useTRPC } from "../../remote/trpc.ts";

/**
 * Returns what a user can say about a decision or belief of which `present` came, if anything. Outcomes can be undone;
 * all of it stays in the log.
 */
export function useStances({ id }: Pick<NamedNote, "id">, present: OutcomeInput | null) {
  const services = useServices();
  const { stances } = services.client;
  const refresh = [useTRPC().stances.pathKey()];
  const withdraw = () => stances.withdrawOutcome.mutate({ id });
  const restore = () => (present === null ? withdraw() : stances.recordOutcome.mutate({ id, ...present }));
  return {
    setStance: (stance: StanceInput) =>
      act(services, { run: () => stances.set.mutate({ id, ...stance }), doneText: "Noted.", refresh }),
    recordOutcome: (came: OutcomeInput) =>
      act(services, {
        run: () => stances.recordOutcome.mutate({ id, ...came }),
        doneText: "Outcome recorded.",
        undo: restore,
        refresh,
      }),
    withdrawOutcome: () => act(services, { run: withdraw, doneText: "Outcome withdrawn.", undo: restore, refresh }),
  };
}
