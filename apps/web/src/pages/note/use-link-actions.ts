import type { Relation } from "@knote/contract";
import { useServices } from "../../kit/services.tsx";
import { type LinkedNote, linkInput } from "../../features/notes/links-of.ts";
import { replaceLink } from "../../features/notes/replace-link.ts";
import { RELATION_LOOKS } from "../../features/notes/note-types.ts";
import { act } from "../../remote/act.ts";
import { keysOfNotes } from "../../remote/activity/apply-event.ts";
import { useTRPC, useTRPCClient } from "../../remote/trpc.ts";

/** Returns actions that add, remove and retype a note's links; each can be undone. */
export function useLinkActions(noteId: string) {
  const services = useServices();
  const client = useTRPCClient();
  const trpc = useTRPC();
  const refresh = keysOfNotes(trpc);
  const make = (link: LinkedNote) => client.links.create.mutate(linkInput(noteId, link));
  const unmake = (link: LinkedNote) => client.links.delete.mutate(linkInput(noteId, link));
  return {
    add: (link: LinkedNote, undone?: () => void) =>
      act(services, {
        run: () => make(link),
        doneText: `Linked: ${RELATION_LOOKS[link.relation].outgoing} “${link.title}”.`,
        undo: async () => {
          await unmake(link);
          undone?.();
        },
        refresh,
      }),
    remove: (link: LinkedNote) =>
      act(services, { run: () => unmake(link), doneText: "Link removed.", undo: () => make(link), refresh }),
    retype(link: LinkedNote, relation: Relation) {
      const retypedLink = { ...link, relation };
      return act(services, {
        run: () => replaceLink(client, linkInput(noteId, link), linkInput(noteId, retypedLink)),
        doneText: `Relation changed to “${RELATION_LOOKS[relation].outgoing}”.`,
        undo: (back) => back(),
        refresh,
      });
    },
  };
}
