import type { StoredLayout } from "./create-picture.ts";
import { packPositions, unpackPositions } from "./layout/positions.ts";

const NOTHING: StoredLayout = { positions: new Map(), isSettled: true };

/** Stores the positions of the graph's notes in this browser between visits; signing out deletes them. */
export function layoutStorage(userId: string): { read(): StoredLayout; write(layout: StoredLayout): void } {
  const key = `knote.graph.${userId}`;
  return {
    read() {
      const [state, ...packedPieces] = localStorage.getItem(key)?.split(" ") ?? [];
      if (state !== "settled" && state !== "moving") return NOTHING;
      return { positions: unpackPositions(packedPieces.join(" ")), isSettled: state === "settled" };
    },
    write({ positions, isSettled }) {
      try {
        localStorage.setItem(key, `${isSettled ? "settled" : "moving"} ${packPositions(positions)}`);
      } catch {
        // A full storage only costs a new layout at the next visit.
        localStorage.removeItem(key);
      }
    },
  };
}
