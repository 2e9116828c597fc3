import { testServices, testUser } from "@knote/testkit";
import { expect, it } from "vitest";
import { setTier } from "./set-tier.ts";

it("sets the tier and stops the webhooks beyond it; a higher tier starts none", async () => {
  const services = testServices();
  const { api, actor } = testUser(services, { tier: "agent" });
  for (let count = 0; count < 5; count++)
    await api.webhooks.create({ url: "https://hooks.example.com/", events: ["note.created"] });
  const activeCount = async () => (await api.webhooks.list()).webhooks.filter(({ active }) => active).length;
  expect(await setTier(services, actor.userId, "student")).toBe(0);
  expect(await activeCount()).toBe(5);
  expect(await setTier(services, actor.userId, "free")).toBe(2);
  expect(await services.storage.users.ensure(actor.userId, "pro")).toBe("free");
  expect(await setTier(services, actor.userId, "agent")).toBe(0);
  expect(await activeCount()).toBe(3);
});
