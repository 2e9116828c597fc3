import { expect } from "vitest";
import { isLive } from "./person.ts";
import { idsIn } from "./hidden-ids.ts";
import type { Action } from "./turn.ts";

/** What wants tending, of each kind; a place of another user's list leads to one's own notes. */
export const tend: Action = async ({ random, visitor, me }) => {
  for (const kind of ["waiting", "contested", "foundations", "orphans", "near"]) {
    const input = kind === "waiting" || kind === "near" ? {} : { limit: 100 };
    const { data } = await visitor.call({ procedure: `tend.${kind}`, input });
    for (const id of idsIn(JSON.stringify(data))) expect(isLive(me, id)).toBe(true);
  }
  const { data } = await visitor.call({ procedure: "tend.orphans", input: { limit: 1 + random.below(3) } });
  if (data.next === null) return;
  const following = await visitor.call({ procedure: "tend.orphans", input: { limit: 3, cursor: data.next } });
  for (const { id } of following.data.notes) expect(isLive(me, id)).toBe(true);
};
