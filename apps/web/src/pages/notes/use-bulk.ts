import type { Note } from "@knote/contract";
import { useServices } from "../../kit/services.tsx";
import { act, type OptimisticChange } from "../../remote/act.ts";
import { keysOfNotes } from "../../remote/activity/apply-event.ts";
import { useTRPC, useTRPCClient } from "../../remote/trpc.ts";
import { changeInLists, removeFromLists } from "./bulk-changes.ts";

/** An action on several notes. */
interface Bulk {
  readonly of: readonly Note[];
  readonly listChange: OptimisticChange;
  readonly run: (note: Note) => Promise<unknown>;
  readonly undo: (note: Note) => Promise<unknown>;
  /** The end of the toast, such as "archived." */
  readonly doneText: string;
}

/** Returns the actions on several notes; each is undone as a whole. */
export function useBulk(notes: readonly Note[], onDone: () => void) {
  const services = useServices();
  const { update, delete: remove, restore, get } = useTRPCClient().notes;
  const trpc = useTRPC();
  const countPhrase = notes.length === 1 ? "One note" : `${notes.length} notes`;
  const doAll = ({ of, listChange, run, undo, doneText }: Bulk): void => {
    onDone();
    void act(services, {
      optimistic: [listChange],
      run: () => Promise.all(of.map(run)),
      doneText: `${countPhrase} ${doneText}`,
      undo: () => Promise.all(of.map(undo)),
      refresh: keysOfNotes(trpc),
    });
  };
  return {
    archive() {
      const of = notes.filter(({ state }) => state !== "archived");
      const states = new Map(of.map(({ id, state }) => [id, state]));
      doAll({
        of,
        listChange: changeInLists(
          of,
          (note) => ({ ...note, state: "archived" }),
          (now) => ({ ...now, state: states.get(now.id)! }),
        ),
        run: ({ id }) => update.mutate({ id, state: "archived" }),
        undo: ({ id }) => update.mutate({ id, state: "active" }),
        doneText: "archived.",
      });
    },
    remove: () =>
      doAll({
        of: notes,
        listChange: removeFromLists(notes),
        run: ({ id }) => remove.mutate({ id }),
        undo: ({ id }) => restore.mutate({ id }),
        doneText: "deleted.",
      }),
    tag(tag: string) {
      const of = notes.filter(({ tags }) => !tags.some((other) => other.toLowerCase() === tag.toLowerCase()));
      const withoutTag = <Some extends Pick<Note, "tags">>(note: Some): Some => ({
        ...note,
        tags: note.tags.filter((other) => other !== tag),
      });
      doAll({
        of,
        listChange: changeInLists(of, (note) => ({ ...note, tags: [...note.tags, tag] }), withoutTag),
        run: ({ id, tags }) => update.mutate({ id, tags: [...tags, tag] }),
        // Reads the present tags, because others may have been added since.
        undo: async ({ id }) => update.mutate({ id, tags: withoutTag(await get.query({ id })).tags }),
        doneText: `tagged #${tag}.`,
      });
    },
  };
}
