import type { StanceEntry, StanceStore } from "@knote/api";
import type { Shelf } from "./shelf.ts";

export function createMemoryStances(shelf: Shelf): StanceStore {
  const logOf = (userId: string, noteId: string) =>
    shelf.notes.get(noteId)?.userId === userId ? (shelf.stances.get(noteId) ?? []) : [];

  function addOne(userId: string, entry: StanceEntry): boolean {
    const { noteId, number } = entry;
    const log = logOf(userId, noteId);
    if (shelf.notes.get(noteId)?.userId !== userId || log.some((one) => one.number === number)) return false;
    const entries = [...log, entry].toSorted((one, other) => one.number - other.number);
    shelf.stances.set(noteId, entries);
    return true;
  }

  return {
    add: async (userId, entries) => entries.filter((entry) => addOne(userId, entry)).length,
    ofNote: async (userId, noteId) => [...logOf(userId, noteId)],
    latest: async (userId, noteIds) => [...new Set(noteIds)].flatMap((id) => logOf(userId, id).at(-1) ?? []),
    async list(userId, { limit, after = "0" }) {
      const all = [...shelf.stances.keys()].toSorted().flatMap((id) => logOf(userId, id));
      const end = Number(after) + limit;
      return { entries: all.slice(Number(after), end), next: end < all.length ? String(end) : null };
    },
  };
}
