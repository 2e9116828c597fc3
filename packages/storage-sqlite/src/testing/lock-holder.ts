import { createSqliteStorage } from "../create-sqlite-storage.ts";

// A process of its own that opens the folder and tells so, or why it could not.
const [dataDir] = process.argv.slice(2);
try {
  await createSqliteStorage({ dataDir: dataDir! });
  process.stdout.write("open\n");
  setInterval(() => {}, 60_000);
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`);
}
