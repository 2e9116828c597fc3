import { DAY_MS } from "@knote/contract";
import { expect, it } from "vitest";
import { startTestSender } from "./testing/start-test-sender.ts";
import { eventually } from "@knote/testkit";
import { tidyWebhooks } from "./tidy-webhooks.ts";

it("fails what has waited for more than 14 days, and removes it 14 days later", async () => {
  await using world = startTestSender();
  const webhook = await world.webhook();
  await world.storage.webhooks.change(webhook.userId, webhook.id, { stopped: null, updatedAt: 0 });
  world.transport.hold();
  await webhook.messages(1);
  await eventually(() => expect(world.transport.underWay).toBe(1));
  await world.storage.webhooks.change(webhook.userId, webhook.id, { stopped: "owner", updatedAt: 0 });
  await world.sender.stop(0);
  world.clock.advance(14 * DAY_MS);
  await tidyWebhooks(world);
  expect(await webhook.results()).toEqual(["waiting"]);
  world.clock.advance(1);
  await tidyWebhooks(world);
  expect(await webhook.results()).toEqual(["failed"]);
  world.clock.advance(14 * DAY_MS);
  await tidyWebhooks(world);
  expect(await webhook.results()).toEqual(["failed"]);
  world.clock.advance(1);
  await tidyWebhooks(world);
  expect(await webhook.results()).toEqual([]);
});

it("goes on until the store has nothing left to do", async () => {
  await using world = startTestSender();
  let callsLeft = 3;
  const tidy = async () => --callsLeft > 0;
  await tidyWebhooks({
    clock: world.clock,
    storage: { ...world.storage, webhooks: { ...world.storage.webhooks, tidy } },
  });
  expect(callsLeft).toBe(0);
});
