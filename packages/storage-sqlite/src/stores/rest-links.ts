import type { DatabaseSync } from "node:sqlite";
import { listRestLinks, nextTurn, type LinkStore, type RestColumns, type RestEnd } from "@knote/api";
import { BOUND_LIMIT } from "../database/bound-limit.ts";
import type { UserRows } from "./user-rows.ts";

/** Links that are read in one turn of the event loop. */
const LINKS_A_TURN = 1_000;
/** Notes that are read in one turn. */
const ENDS_A_TURN = 2_000;

type LinkRow = [link: number, source: number, target: number, isDerived: number, createdAt: string];
type NoteRow = [seq: number, id: string, archived: number, archivedAt: string | null, deletedAt: string | null];

/** Prepares `LinkStore.allRestLinks` and `LinkStore.restLinks`. */
export function createRestLinks(db: DatabaseSync, users: UserRows): Pick<LinkStore, "allRestLinks" | "restLinks"> {
  // The times are few, and stand behind the contents of notes: their index holds them alone.
  const claims = db.prepare("SELECT id, claimed_at FROM notes WHERE user = ? AND claimed_at IS NOT NULL");
  const isRest = "l.relation IN ('depends_on', 'derived_from')";
  const columns = "l.link, l.source, l.target, l.relation = 'derived_from', l.created_at";
  const page = db.prepare(
    `SELECT ${columns} FROM links l WHERE l.user = ? AND ${isRest} AND l.link < ? ORDER BY l.link DESC ${BOUND_LIMIT}`,
    { returnArrays: true },
  );
  const [from, to] = ["source", "target"].map((end) =>
    db.prepare(
      `SELECT ${columns} FROM json_each(?) one CROSS JOIN notes n ON n.user = ? AND n.id = one.value
       CROSS JOIN links l ON l.${end} = n.seq AND ${isRest}`,
      { returnArrays: true },
    ),
  );
  const notes = db.prepare(
    `SELECT n.seq, n.id, n.archived, CASE WHEN n.archived THEN n.updated_at END, n.deleted_at FROM json_each(?) one
     CROSS JOIN notes n ON n.seq = one.value`,
    { returnArrays: true },
  );
  const claimOf = db.prepare("SELECT claimed_at FROM notes WHERE seq = ?");

  /** Reads notes, whose rows are long, once for all their links. Returns them as `seqs`, which are in order. */
  function readEnds(seqs: Float64Array, claimOfEnd: (id: string, seq: number) => string | null): RestEnd[] {
    // Safe because the columns are those of the type.
    const rows = notes.all(JSON.stringify([...seqs])) as unknown as NoteRow[];
    return rows.map(([seq, id, archivedFlag, archivedAt, deletedAt]) => ({
      id,
      isArchived: archivedFlag === 1,
      isDeleted: deletedAt !== null,
      claimedAt: claimOfEnd(id, seq),
      setAsideAt: deletedAt ?? archivedAt,
    }));
  }

  return {
    async allRestLinks(sub) {
      const user = users.find(sub);
      const claimTimes = new Map(claims.all(user).map((row) => [row["id"] as string, row["claimed_at"] as string]));
      const list = createColumns();
      for (let before = Number.MAX_SAFE_INTEGER; ; await nextTurn()) {
        const rows = page.all(user, before, LINKS_A_TURN) as unknown as LinkRow[];
        for (const row of rows) list.add(row);
        if (rows.length < LINKS_A_TURN) break;
        before = rows.at(-1)![0];
      }
      await nextTurn();
      const seqs = list.seqs();
      const ends: RestEnd[] = [];
      for (let start = 0; start < seqs.length; start += ENDS_A_TURN) {
        await nextTurn();
        for (const end of readEnds(seqs.subarray(start, start + ENDS_A_TURN), (id) => claimTimes.get(id) ?? null))
          ends.push(end);
      }
      await nextTurn();
      return list.columns(seqs, ends);
    },
    async restLinks(sub, ids) {
      const user = users.find(sub);
      const rows = [from!, to!].flatMap((one) => one.all(JSON.stringify(ids), user) as unknown as LinkRow[]);
      const list = createColumns();
      for (const row of new Map(rows.map((one) => [one[0], one])).values()) list.add(row);
      // Of few notes their times are read alone.
      const seqs = list.seqs();
      const ends = readEnds(seqs, (_, seq) => (claimOf.get(seq)?.["claimed_at"] as string | undefined) ?? null);
      return listRestLinks(list.columns(seqs, ends));
    },
  };
}

/** Collects the columns of rest links from their rows. Plain loops, as callbacks take several times as long here. */
function createColumns() {
  const places = new Map<number, number>();
  const [sources, targets, relations, createdAt]: [number[], number[], number[], number[]] = [[], [], [], []];
  const placeOf = (seq: number) => {
    const place = places.get(seq);
    if (place !== undefined) return place;
    places.set(seq, places.size);
    return places.size - 1;
  };
  return {
    add([, source, target, isDerived, time]: LinkRow): void {
      sources.push(placeOf(source));
      targets.push(placeOf(target));
      relations.push(isDerived);
      createdAt.push(Date.parse(time));
    },
    /** Returns the notes of all links by their row numbers, in order. */
    seqs: (): Float64Array => new Float64Array([...places.keys()]).sort(),
    /** Returns the columns, given the ends in the order of `seqs`, which have the order of their ids as a rule. */
    columns(seqs: Float64Array, ends: readonly RestEnd[]): RestColumns {
      const ranks = new Uint32Array(places.size);
      for (let rank = 0; rank < seqs.length; rank++) ranks[places.get(seqs[rank]!)!] = rank;
      const ranksOf = (firstPlaces: readonly number[]) => {
        const result = new Uint32Array(firstPlaces.length);
        for (let link = 0; link < result.length; link++) result[link] = ranks[firstPlaces[link]!]!;
        return result;
      };
      return {
        ends,
        sources: ranksOf(sources),
        targets: ranksOf(targets),
        relations: new Uint8Array(relations),
        createdAt: new Float64Array(createdAt),
      };
    },
  };
}
