import type { DatabaseSync } from "node:sqlite";
import { lossOf, problemOf, type Check } from "../check.ts";
import { inTransaction } from "../../../database/in-transaction.ts";

/** Tables of one row each, which every database has from the beginning. */
export const checkService: Check = {
  name: "service",
  sound: "the service's own key and probe are there",
  find: ({ db }) => [
    ...lossOf("key that the ids of events are marked with", missing(db, "event_key"), makeKey),
    ...problemOf("row that is written to see whether writing works", missing(db, "probe"), makeProbe),
  ],
};

function missing(db: DatabaseSync, table: string) {
  return db.prepare(`SELECT NULL AS example WHERE NOT EXISTS (SELECT 1 FROM ${table})`).all();
}

/** With another key the ids that clients remember are unknown, and they are told all that is kept. */
function makeKey(db: DatabaseSync): void {
  inTransaction(db, () => db.exec("INSERT INTO event_key (key) VALUES (hex(randomblob(16)))"));
}

function makeProbe(db: DatabaseSync): void {
  inTransaction(db, () => db.exec("INSERT INTO probe (written) VALUES (0)"));
}
