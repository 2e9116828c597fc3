import type { Note } from "@knote/contract";
import { useServices } from "../../app/services.tsx";
import { act, change } from "../../remote/act.ts";
import { useTRPC, useTRPCClient } from "../../remote/trpc.ts";
import type { NotePages } from "../../notes/note-pages.ts";
import { NOTE_LISTS } from "./use-note-list.ts";

/** What can be done with several notes at once; each can be undone at once as well. */
export function useBulk(notes: readonly Note[], onDone: () => void) {
  const services = useServices();
  const client = useTRPCClient();
  const trpc = useTRPC();
  const ids = new Set(notes.map(({ id }) => id));
  const refresh = [trpc.notes.pathKey(), trpc.links.pathKey(), trpc.graph.pathKey()];
  const counted = notes.length === 1 ? "One note" : `${notes.length} notes`;
  const each = (run: (note: Note) => Promise<unknown>) => () => Promise.all(notes.map(run));
  const changing = (update: (note: Note) => Note | null) => [
    change<NotePages>(NOTE_LISTS, (list) => ({
      ...list,
      pages: list.pages.map((page) => ({
        ...page,
        notes: page.notes.flatMap((note) => (ids.has(note.id) ? (update(note) ?? []) : note)),
      })),
    })),
  ];

  return {
    archive() {
      onDone();
      const active = notes.filter(({ state }) => state !== "archived");
      void act(services, {
        optimistic: changing((note) => ({ ...note, state: "archived" })),
        run: each(({ id }) => client.notes.update.mutate({ id, state: "archived" })),
        done: `${counted} archived.`,
        undo: () => Promise.all(active.map(({ id }) => client.notes.update.mutate({ id, state: "active" }))),
        refresh,
      });
    },
    remove() {
      onDone();
      void act(services, {
        optimistic: changing(() => null),
        run: each(({ id }) => client.notes.delete.mutate({ id })),
        done: `${counted} deleted.`,
        undo: each(({ id }) => client.notes.restore.mutate({ id })),
        refresh,
      });
    },
    tag(tag: string) {
      onDone();
      void act(services, {
        optimistic: changing((note) => ({ ...note, tags: withTag(note.tags, tag) })),
        run: each(({ id, tags }) => client.notes.update.mutate({ id, tags: withTag(tags, tag) })),
        done: `${counted} tagged #${tag}.`,
        undo: each(({ id, tags }) => client.notes.update.mutate({ id, tags })),
        refresh,
      });
    },
  };
}

function withTag(tags: readonly string[], tag: string): string[] {
  return tags.some((other) => other.toLowerCase() === tag.toLowerCase()) ? [...tags] : [...tags, tag];
}
