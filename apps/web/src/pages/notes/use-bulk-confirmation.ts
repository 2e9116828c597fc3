import { type ImpactOfMany, LIMITS, type Note } from "@knote/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { RiskyChange } from "../../features/reviews/confirm-change.tsx";
import { useTRPC } from "../../remote/trpc.ts";

interface Question {
  readonly change: RiskyChange;
  readonly impact: ImpactOfMany;
  /** Whether more notes are chosen than can be asked about at once. */
  readonly isPartial: boolean;
  readonly run: () => void;
}

/** Makes a change of several notes at once, or after the user confirmed it where others rest on them. */
export function useBulkConfirmation(notes: readonly Note[]) {
  const queryClient = useQueryClient();
  const { reviews } = useTRPC();
  const [question, setQuestion] = useState<Question | null>(null);
  const isAsking = useRef(false);
  const ids = notes.slice(0, LIMITS.impactNotes).map(({ id }) => id);
  const readImpact = async (change: RiskyChange): Promise<ImpactOfMany | null> => {
    try {
      return await queryClient.fetchQuery(reviews.impactOfMany.queryOptions({ ids, if: change }));
    } catch {
      // The change can be undone, so it does not wait for a server that has no answer.
      return null;
    }
  };
  return {
    question,
    close: () => setQuestion(null),
    async confirm(change: RiskyChange, run: () => void): Promise<void> {
      if (isAsking.current) return;
      isAsking.current = true;
      const impact = await readImpact(change);
      isAsking.current = false;
      if (impact === null || impact.total === 0) run();
      else setQuestion({ change, impact, isPartial: ids.length < notes.length, run });
    },
  };
}
