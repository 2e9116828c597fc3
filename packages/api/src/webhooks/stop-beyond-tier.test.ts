import { testServices, testUser } from "@knote/testkit";
import { expect, it } from "vitest";
import { stopBeyondTier } from "./stop-beyond-tier.ts";

async function setUp(count: number) {
  const services = testServices();
  const { api, actor, eventsOf } = testUser(services, { tier: "agent" });
  for (let index = 0; index < count; index++)
    await api.webhooks.create({ url: `https://hooks${index}.example.com/`, events: ["note.created"] });
  const reasons = async () => (await api.webhooks.list()).webhooks.map(({ stopped_because }) => stopped_because);
  return { services, api, userId: actor.userId, eventsOf, reasons };
}

it("stops the newest ones, and says so", async () => {
  const { services, userId, eventsOf, reasons } = await setUp(5);
  const events = await eventsOf(async () => expect(await stopBeyondTier(services, userId, "free")).toBe(2));
  expect(await reasons()).toEqual([null, null, null, "tier", "tier"]);
  expect(events.map(({ type, data }) => [type, (data as { title: string }).title])).toEqual([
    ["webhook_stopped", "Your tier allows fewer webhooks: the one to hooks3.example.com is stopped."],
    ["webhook_stopped", "Your tier allows fewer webhooks: the one to hooks4.example.com is stopped."],
  ]);
  expect(await stopBeyondTier(services, userId, "free")).toBe(0);
});

it("leaves alone as many as the tier allows; those that are stopped already do not count", async () => {
  const { services, api, userId, reasons } = await setUp(4);
  const [first] = (await api.webhooks.list()).webhooks;
  await api.webhooks.update({ id: first!.id, active: false });
  expect(await stopBeyondTier(services, userId, "free")).toBe(0);
  expect(await reasons()).toEqual(["owner", null, null, null]);
});
