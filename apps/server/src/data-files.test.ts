import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { aNoteBody, apiOf, startServerProcess } from "@knote/testkit";
import { expect, it } from "vitest";

it.skipIf(process.platform === "win32")("keeps all data readable by its owner alone", async () => {
  await using server = await startServerProcess({ env: { JWT_SECRET: "" } });
  const api = await apiOf(server, "github:1");
  await api("POST", "/api/workspace/notes", aNoteBody("For me alone"));
  const files = await readdir(server.dataDir);
  expect(files).toEqual(expect.arrayContaining(["jwt-secret", "knote.db", "knote.db-wal"]));
  for (const file of [".", ...files]) {
    const { mode } = await stat(join(server.dataDir, file));
    expect([file, (mode & 0o077).toString(8)]).toEqual([file, "0"]);
  }
});
