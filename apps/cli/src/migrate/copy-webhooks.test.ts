import { aMessage, aWebhook, createMemoryStorage } from "@knote/testkit";
import { expect, it } from "vitest";
import { copyWebhooks, settingsOf } from "./copy-webhooks.ts";

it("copies webhooks with their sealed secrets, and nothing of what they were given", async () => {
  const [source, target] = [createMemoryStorage(), createMemoryStorage()];
  const [activeWebhook, stoppedWebhook] = [
    aWebhook({ name: "One", events: ["link.created"] }),
    aWebhook({ payload: "detailed" }),
  ];
  for (const webhook of [activeWebhook, stoppedWebhook]) await source.webhooks.insert("ada", webhook, 9);
  const previous = { sealed: "earlier", until: 5 };
  await source.webhooks.change("ada", stoppedWebhook.id, { stopped: "gone", previous, secret: "new", updatedAt: 7 });
  await source.webhooks.insert("grace", aWebhook(), 9);
  await source.webhooks.add("ada", [aMessage({ event: "link.created" })]);
  for (let calls = 0; calls < 2; calls++) await copyWebhooks({ source, target }, "ada");
  const copies = await target.webhooks.list("ada");
  expect(copies.map(settingsOf)).toEqual((await source.webhooks.list("ada")).map(settingsOf));
  expect(copies).toMatchObject([
    { stopped: null, waiting: 0 },
    { stopped: "gone", secret: "new", previous },
  ]);
  expect(await target.webhooks.list("grace")).toEqual([]);
});
