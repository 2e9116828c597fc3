import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

const { path } = workerData as { path: string };
const db = new DatabaseSync(path, { readOnly: true });
const resultLines = db
  .prepare("PRAGMA integrity_check")
  .all()
  .map((row) => String(row["integrity_check"]));
db.close();
parentPort!.postMessage(resultLines.filter((line) => line !== "ok"));
