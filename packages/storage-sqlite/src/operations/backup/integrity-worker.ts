import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

const { path } = workerData as { path: string };
const db = new DatabaseSync(path, { readOnly: true });
const found = db
  .prepare("PRAGMA integrity_check")
  .all()
  .map((row) => String(row["integrity_check"]));
db.close();
parentPort!.postMessage(found.filter((line) => line !== "ok"));
