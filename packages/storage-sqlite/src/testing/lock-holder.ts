import { createSqliteStorage } from "../create-sqlite-storage.ts";

// Opens the folder in a process of its own and prints `open` or the error.
const [dataDir] = process.argv.slice(2);
try {
  await createSqliteStorage({ dataDir: dataDir! });
  process.stdout.write("open\n");
  setInterval(() => {}, 60_000);
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`);
}
