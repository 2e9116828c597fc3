import { notesOfLook, type Look, type LookStore } from "@knote/api";
import type { Shelf } from "./shelf.ts";

export function createMemoryLooks(shelf: Shelf): LookStore {
  const looksOf = (userId: string) => new Map<string, Look>(shelf.looks.get(userId));
  const hasNotes = (userId: string, { key }: Look) =>
    notesOfLook(key).every((id) => id === null || shelf.notes.get(id)?.userId === userId);
  return {
    async put(userId, looks) {
      const storable = looks.filter((look) => hasNotes(userId, look));
      const storedLooks = looksOf(userId);
      for (const look of storable) storedLooks.set(look.key, look);
      shelf.looks.set(userId, storedLooks);
      shelf.writes++;
      return storable.length;
    },
    async remove(userId, keys) {
      const looks = looksOf(userId);
      const removedKeys = [...new Set(keys)].filter((key) => looks.delete(key));
      shelf.looks.set(userId, looks);
      shelf.writes++;
      return removedKeys.length;
    },
    async get(userId, keys) {
      const looks = looksOf(userId);
      return [...new Set(keys)].flatMap((key) => looks.get(key) ?? []);
    },
    async list(userId, kind, { limit, after = "" }) {
      return [...looksOf(userId).values()]
        .filter(({ key }) => key.startsWith(`${kind} `) && key > after)
        .toSorted((one, other) => (one.key < other.key ? -1 : 1))
        .slice(0, limit);
    },
  };
}
