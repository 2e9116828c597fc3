import type { StanceEntry, StanceStore } from "../ports/stance-store.ts";
import type { GraphThen } from "./graph-then.ts";

/** Reads how sure its owner was of a note then. */
export function pastStanceStore({ ctx, at }: GraphThen): Pick<StanceStore, "latest"> {
  const { stances } = ctx.storage;
  return {
    async latest(userId, noteIds) {
      const entries = await stances.latest(userId, noteIds);
      const past = entries.map(async (entry): Promise<StanceEntry[]> => {
        if (entry.at <= at) return [entry];
        const last = (await stances.ofNote(userId, entry.noteId)).findLast((one) => one.at <= at);
        return last ? [last] : [];
      });
      return (await Promise.all(past)).flat();
    },
  };
}
