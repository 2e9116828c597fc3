import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { startApp, type TestApp } from "../testing/start-app.ts";

async function usersIn(app: TestApp, ...userIds: string[]): Promise<string[]> {
  for (const userId of userIds) await (await app.user(userId)).send("GET /api/quota");
  return app.logLines.map((line) => (JSON.parse(line) as { user: string }).user);
}

it("names users by a hash that cannot be verified by guessing their ids", async () => {
  await using app = await startApp();
  const [ada, grace, adaAgain] = await usersIn(app, "github:1", "github:2", "github:1");
  expect(ada).toMatch(/^[0-9a-f]{12}$/);
  expect([grace === ada, adaAgain === ada]).toEqual([false, true]);
  expect(createHash("sha256").update("github:1").digest("hex")).not.toContain(ada);
});

it("hashes alike after a restart with the same key, and differently with another key", async () => {
  await using app = await startApp({ logKey: "a key" });
  await using restartedApp = await startApp({ logKey: "a key" });
  await using elsewhere = await startApp({ logKey: "another key" });
  const [one] = await usersIn(app, "github:1");
  expect(await usersIn(restartedApp, "github:1")).toEqual([one]);
  expect(await usersIn(elsewhere, "github:1")).not.toEqual([one]);
});

it("contains no caller's address, no path with an id and no query", async () => {
  await using app = await startApp();
  const ada = await app.user("github:1");
  const id = await ada.note("Of Ada's");
  await ada.send(`GET /api/workspace/notes/${id}?x=secret`);
  await ada.send("GET /api/graph/notes?q=secret");
  for (const part of [id, "secret", "127.0.0.1", "github"]) expect(app.logLines.join()).not.toContain(part);
});
