import { restColumns, type LinkStore, type RestLink } from "@knote/api";
import type { Collections } from "../collections/collections.ts";
import type { Owners } from "./owners.ts";

/** Batch size of the driver's reads. */
const DOCUMENTS_A_TURN = 2_000;

/** What of a note bears on those that rest on it; absent for a live, unarchived note that was never reworded. */
interface Fallen {
  readonly archived: boolean;
  readonly deletedAt: string | null;
  readonly claimedAt: string | null;
  readonly updatedAt: string;
}

/** Reads the few notes that are deleted, archived or reworded, instead of looking up every end. */
export function createRestLinks(
  { links, notes }: Pick<Collections, "links" | "notes">,
  owners: Pick<Owners, "find">,
): Pick<LinkStore, "allRestLinks" | "restLinks"> {
  async function fallenNotes(userId: string): Promise<Map<string, Fallen>> {
    const projection = { archived: 1, deletedAt: 1, claimedAt: 1, updated_at: 1 };
    const filters = [
      { userId, live: false, purging: { $exists: false } },
      { userId, live: true, archived: true },
      { userId, claimedAt: { $exists: true } },
    ];
    const pages = await Promise.all(
      filters.map((filter) => notes.find(filter, { projection, batchSize: DOCUMENTS_A_TURN }).toArray()),
    );
    return new Map(
      pages
        .flat()
        .map(({ _id, archived, deletedAt = null, claimedAt = null, updated_at }) => [
          _id,
          { archived, deletedAt, claimedAt, updatedAt: updated_at },
        ]),
    );
  }

  async function read(sub: string, ids?: readonly string[]): Promise<RestLink[]> {
    const owner = await owners.find(sub);
    if (owner === null) return [];
    const userId = owner.id;
    const touching =
      ids === undefined ? {} : { $or: [{ source_id: { $in: [...ids] } }, { target_id: { $in: [...ids] } }] };
    const projection = { _id: 0, source_id: 1, target_id: 1, relation: 1, created_at: 1 };
    const filter = { userId, relation: { $in: ["depends_on", "derived_from"] as RestLink["relation"][] }, ...touching };
    const [allLinks, fallen] = await Promise.all([
      links.find(filter, { projection, batchSize: DOCUMENTS_A_TURN }).sort({ relation: -1, source_id: -1 }).toArray(),
      fallenNotes(userId),
    ]);
    return allLinks.map(({ source_id, target_id, relation, created_at }) => {
      const [source, target] = [fallen.get(source_id), fallen.get(target_id)];
      const deletedAt = target?.deletedAt ?? null;
      return {
        source_id,
        target_id,
        // Safe because only these relations were asked for.
        relation: relation as RestLink["relation"],
        created_at,
        sourceArchived: source?.archived ?? false,
        targetArchived: target?.archived ?? false,
        sourceDeleted: source !== undefined && source.deletedAt !== null,
        targetDeleted: deletedAt !== null,
        targetClaimedAt: target?.claimedAt ?? null,
        targetSetAsideAt: deletedAt ?? (target?.archived ? target.updatedAt : null),
      };
    });
  }

  return { allRestLinks: async (sub) => await restColumns(await read(sub)), restLinks: read };
}
