import { expect } from "vitest";
import { idsIn } from "./hidden-ids.ts";
import { isLive, type Person } from "./person.ts";
import type { Action } from "./turn.ts";
import type { Visitor } from "./visitor.ts";

/** Reads each list of tending, which must hold the user's own notes alone, on the next page too. */
export const readTending: Action = async ({ visitor, me }) => {
  for (const kind of ["waiting", "indexing", "contested", "foundations", "orphans"]) {
    const input = kind === "waiting" || kind === "indexing" ? {} : { limit: 3 };
    const { data } = await visitor.call({ procedure: `tend.${kind}`, input });
    for (const id of idsIn(JSON.stringify(data))) expect(isLive(me, id)).toBe(true);
    if (kind !== "orphans" || data.next === null) continue;
    const following = await visitor.call({ procedure: "tend.orphans", input: { ...input, cursor: data.next } });
    for (const { id } of following.data.notes) expect(isLive(me, id)).toBe(true);
  }
};

/** Reads all pages of near pairs. */
export async function walkNearPairs(visitor: Visitor, me: Person): Promise<void> {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { data } = await visitor.call({ procedure: "tend.near", input: cursor === undefined ? {} : { cursor } });
    for (const id of idsIn(JSON.stringify(data))) expect(isLive(me, id)).toBe(true);
    cursor = data.next;
  }
}
