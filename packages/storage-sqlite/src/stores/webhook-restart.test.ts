import { join } from "node:path";
import { aMessage, aWebhook } from "@knote/testkit";
import { expect, it } from "vitest";
import { createSqliteStorage } from "../create-sqlite-storage.ts";
import { restoreBackup } from "../operations/backup/restore-backup.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const FAR = Date.now() + 3_600_000;

it("has what waits after a restart, and leases it anew", async () => {
  using folder = temporaryFolder();
  const webhook = aWebhook();
  const message = aMessage();
  const before = await createSqliteStorage({ dataDir: folder.path });
  await before.webhooks.insert("ada", webhook, 3);
  await before.webhooks.add("ada", [message]);
  expect(await before.webhooks.lease(1, FAR, FAR + 60_000)).toHaveLength(1);
  await before.close();
  const after = await createSqliteStorage({ dataDir: folder.path });
  const [leasedWebhook] = await after.webhooks.lease(1, FAR, FAR + 60_000);
  expect(await after.webhooks.due(leasedWebhook!, FAR, { limit: 9 })).toMatchObject([{ message, attempts: 0 }]);
  await after.close();
});

it("brings webhooks back stopped from a backup, without what waited", async () => {
  using folder = temporaryFolder();
  const [active, stoppedWebhook] = [aWebhook(), aWebhook()];
  const storage = await createSqliteStorage({ dataDir: join(folder.path, "data") });
  for (const webhook of [active, stoppedWebhook]) await storage.webhooks.insert("ada", webhook, 3);
  await storage.webhooks.change("ada", stoppedWebhook.id, { stopped: "owner", updatedAt: FAR });
  const [endedMessage, waiting] = [aMessage(), aMessage()];
  await storage.webhooks.add("ada", [endedMessage, waiting]);
  const [leasedWebhook] = await storage.webhooks.lease(1, FAR, FAR + 60_000);
  const next = { result: "delivered", endedAt: FAR } as const;
  const standing = { ...leasedWebhook!.webhook.standing, stops: null };
  await storage.webhooks.settle(leasedWebhook!, [{ messageId: endedMessage.id, attempt: null, next }], standing);
  const file = join(folder.path, "backup.db");
  await storage.backup(file);
  await storage.close();
  await restoreBackup(file, { dataDir: join(folder.path, "restored") });
  await using restoredFolder = await openFolder(join(folder.path, "restored"));
  const { webhooks } = restoredFolder.storage;
  expect(await webhooks.list("ada")).toMatchObject([
    { id: active.id, stopped: "restored", waiting: 0, secret: "sealed" },
    { id: stoppedWebhook.id, stopped: "owner" },
  ]);
  const { deliveries } = await webhooks.deliveries("ada", active.id, {}, { limit: 9 });
  expect(deliveries).toMatchObject([{ id: endedMessage.id, result: "delivered" }]);
  expect(await webhooks.lease(1, FAR, FAR + 60_000)).toEqual([]);
  expect(webhooks.wants("ada", "note.created")).toBe(false);
});

it("notices a webhook that another process stopped", async () => {
  using folder = temporaryFolder();
  await using server = await openFolder(folder.path);
  const webhook = aWebhook();
  await server.storage.webhooks.insert("ada", webhook, 3);
  expect(server.storage.webhooks.wants("ada", "note.created")).toBe(true);
  const tool = await createSqliteStorage({ dataDir: folder.path, exclusive: false });
  await tool.webhooks.change("ada", webhook.id, { stopped: "owner", updatedAt: FAR });
  await tool.close();
  expect(server.storage.webhooks.wants("ada", "note.created")).toBe(false);
});

async function openFolder(dataDir: string) {
  const storage = await createSqliteStorage({ dataDir });
  return { storage, [Symbol.asyncDispose]: () => storage.close() };
}
