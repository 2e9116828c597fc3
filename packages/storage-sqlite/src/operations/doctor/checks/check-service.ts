import type { DatabaseSync } from "node:sqlite";
import { lossOf, problemOf, type Check } from "../check.ts";
import { inTransaction } from "../../../database/in-transaction.ts";

/** Checks the tables that have exactly one row in every database. */
export const checkService: Check = {
  name: "service",
  sound: "the service's own key and probe are there",
  find: ({ db }) => [
    ...lossOf("missing key for the ids of events", missing(db, "event_key"), makeKey),
    ...problemOf("missing row of the write probe", missing(db, "probe"), makeProbe),
  ],
};

function missing(db: DatabaseSync, table: string) {
  return db.prepare(`SELECT NULL AS example WHERE NOT EXISTS (SELECT 1 FROM ${table})`).all();
}

/** Makes a new key: the event ids that clients remember become unknown, so they replay all stored events. */
function makeKey(db: DatabaseSync): void {
  inTransaction(db, () => db.exec("INSERT INTO event_key (key) VALUES (hex(randomblob(16)))"));
}

function makeProbe(db: DatabaseSync): void {
  inTransaction(db, () => db.exec("INSERT INTO probe (written) VALUES (0)"));
}
