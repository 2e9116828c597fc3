import type { DatabaseSync } from "node:sqlite";
import { RELATIONS } from "@knote/contract";
import { problemOf, type Check } from "../check.ts";
import { inBatches } from "../in-batches.ts";
import { quoteList } from "../quote-list.ts";
import type { Row } from "../../../stores/note-row.ts";

const EXAMPLE_COLUMN = "l.relation || ' ' || coalesce(s.id, l.source) || ' ' || coalesce(t.id, l.target) AS example";
const ENDS = "links l LEFT JOIN notes s ON s.seq = l.source LEFT JOIN notes t ON t.seq = l.target";
const BOTH_WAYS = "l.relation = 'relates_to'";

export const checkLinks: Check = {
  name: "links",
  sound: "every link joins two notes of its owner once, and no note supersedes itself",
  find({ db }) {
    const where = (condition: string) =>
      db.prepare(`SELECT ${EXAMPLE_COLUMN}, l.link FROM ${ENDS} WHERE ${condition}`).all();
    return [
      ...problemOf(
        "links without both notes",
        where("s.seq IS NULL OR t.seq IS NULL OR s.user <> l.user OR t.user <> l.user"),
      ),
      ...problemOf("links of a note with itself", where("l.source = l.target")),
      ...problemOf(
        "links with an unknown relation or time",
        where(`l.relation NOT IN (${quoteList(RELATIONS)}) OR julianday(l.created_at) IS NULL`),
      ),
      ...problemOf(
        "links with a wrong key",
        where(
          `l.low <> CASE WHEN ${BOTH_WAYS} THEN min(l.source, l.target) ELSE l.source END
           OR l.high <> CASE WHEN ${BOTH_WAYS} THEN max(l.source, l.target) ELSE l.target END`,
        ),
        setKeys,
      ),
      ...problemOf("notes that supersede themselves through a chain", cycles(db)),
    ];
  },
};

/** Leaves a key alone that another link already has: which link is right cannot be known. */
function setKeys(db: DatabaseSync, rows: readonly Row[]): void {
  const update = db.prepare(
    `UPDATE OR IGNORE links AS l SET low = CASE WHEN ${BOTH_WAYS} THEN min(source, target) ELSE source END,
     high = CASE WHEN ${BOTH_WAYS} THEN max(source, target) ELSE target END WHERE link = ?`,
  );
  inBatches(db, rows, (row) => void update.run(row["link"] as number));
}

/** Removes notes that no remaining note supersedes until none is left; the rest are in cycles. */
function cycles(db: DatabaseSync): Row[] {
  const older = new Map<number, number[]>();
  const pointedAt = new Map<number, number>();
  for (const row of db.prepare("SELECT source, target FROM links WHERE relation = 'supersedes'").iterate()) {
    const [source, target] = [row["source"] as number, row["target"] as number];
    const targets = older.get(source);
    if (targets) targets.push(target);
    else older.set(source, [target]);
    pointedAt.set(target, (pointedAt.get(target) ?? 0) + 1);
    if (!pointedAt.has(source)) pointedAt.set(source, 0);
  }
  const free = [...pointedAt].filter(([, count]) => count === 0).map(([seq]) => seq);
  for (let seq = free.pop(); seq !== undefined; seq = free.pop()) {
    pointedAt.delete(seq);
    for (const target of older.get(seq) ?? []) {
      const remaining = pointedAt.get(target)! - 1;
      pointedAt.set(target, remaining);
      if (remaining === 0) free.push(target);
    }
  }
  const idOf = db.prepare("SELECT id FROM notes WHERE seq = ?");
  return [...pointedAt.keys()].map((seq) => ({ example: idOf.get(seq)?.["id"] ?? `number ${seq}` }));
}
