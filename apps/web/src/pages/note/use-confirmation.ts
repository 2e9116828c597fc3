import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isRest } from "../../features/notes/note-types.ts";
import { useTRPC } from "../../remote/trpc.ts";
import type { RiskyChange } from "../../features/reviews/confirm-change.tsx";

/** Makes a change at once, or after the user confirmed it where other notes rest on the note directly. */
export function useConfirmation(id: string) {
  const queryClient = useQueryClient();
  const linksOfNote = useTRPC().links.ofNote.queryOptions({ id });
  const [question, setQuestion] = useState<{ readonly change: RiskyChange; readonly run: () => void } | null>(null);
  const isRestedOn = async (): Promise<boolean> => {
    try {
      const { incoming, next } = await queryClient.ensureQueryData(linksOfNote);
      // Beyond the newest links there may be others.
      return next !== null || incoming.some(({ relation }) => isRest(relation));
    } catch {
      // Each change can be undone, so it does not wait for a server that has no answer.
      return false;
    }
  };
  return {
    question,
    close: () => setQuestion(null),
    async confirm(change: RiskyChange, run: () => void): Promise<void> {
      if (await isRestedOn()) setQuestion({ change, run });
      else run();
    },
  };
}
