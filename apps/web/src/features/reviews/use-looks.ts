import type { NamedNote, NoteReview } from "@knote/contract";
import { useServices } from "../../kit/services.tsx";
import { act } from "../../remote/act.ts";
import { keysOfReviews } from "../../remote/activity/apply-event.ts";
import { useTRPC } from "../../remote/trpc.ts";
import { lookAtAll, takeLookBack } from "./note-looks.ts";

type Cause = NoteReview["causes"][number];

/** Returns what a user can find about the causes of one note; each can be undone. */
export function useLooks(note: NamedNote) {
  const services = useServices();
  const { client } = services;
  const refresh = keysOfReviews(useTRPC());
  return {
    stillStands: (causes: readonly Cause[], reason?: string) =>
      act(services, {
        run: () => lookAtAll(client, note.id, causes, reason),
        doneText: "Still stands.",
        undo: (back) => back(),
        refresh,
      }),
    takeBack: (cause: Cause) =>
      act(services, {
        run: () => takeLookBack(client, note.id, cause),
        doneText: ({ doneText }) => doneText,
        undo: ({ back }) => back(),
        refresh,
      }),
  };
}
