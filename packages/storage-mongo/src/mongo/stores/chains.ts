import type { Chains } from "@knote/api";
import { inBatches } from "../batches.ts";
import type { Collections } from "../collections/collections.ts";

/** After this many steps all links are read at once, as each step costs a round trip. */
const MOST_STEPS = 20;
const DOCUMENTS_A_TURN = 2_000;

type End = "source_id" | "target_id";
type Links = ReadonlyMap<string, readonly string[]>;

/** Follows the `supersedes` links of one user, including those of deleted notes. */
export function createChains(links: Collections["links"], userId: string): Chains {
  const supersedes = { userId, relation: "supersedes" } as const;
  const projection = { _id: 0, source_id: 1, target_id: 1 };
  const whole: Partial<Record<End, Links>> = {};
  let steps = 0;

  async function readAll(from: End, to: End): Promise<Links> {
    const linksByEnd = new Map<string, string[]>();
    for await (const link of links.find(supersedes, { projection, batchSize: DOCUMENTS_A_TURN })) {
      const otherEnds = linksByEnd.get(link[from]);
      if (otherEnds) otherEnds.push(link[to]);
      else linksByEnd.set(link[from], [link[to]]);
    }
    return linksByEnd;
  }

  const follow = (from: End, to: End) => async (ids: readonly string[]) => {
    if (++steps > MOST_STEPS) {
      const all = (whole[from] ??= await readAll(from, to));
      return ids.flatMap((id) => all.get(id) ?? []);
    }
    const rows = await inBatches(ids, (batch) =>
      links.find({ ...supersedes, [from]: { $in: batch } }, { projection }).toArray(),
    );
    return rows.map((link) => link[to]);
  };

  return { olderThan: follow("source_id", "target_id"), newerThan: follow("target_id", "source_id") };
}
