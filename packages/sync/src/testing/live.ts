import fc from "fast-check";
import { anyHistory, GROUNDS, type History } from "./any-history.ts";
import { SyncWorld } from "./sync-world.ts";

/** Lets a history happen. Throws when a word is lost, or both sides do not end alike. */
export async function live(history: History): Promise<void> {
  const world = await SyncWorld.create(history);
  await world.run(history);
  await world.check();
}

/** Lets random histories happen: the same ones for the same seed. Throws the shortest that fails. */
export async function liveMany(
  ground: keyof typeof GROUNDS,
  { histories, seed }: { readonly histories: number; readonly seed: number },
): Promise<void> {
  await fc.assert(fc.asyncProperty(anyHistory(GROUNDS[ground]), live), { numRuns: histories, seed });
}
