import { testServices, testUser } from "@knote/testkit";
import { expect, it, vi } from "vitest";
import { DEMO_ACTOR } from "../demo/demo-user.ts";
import { seedDemo } from "../demo/seed-demo.ts";
import { createIndexer } from "../indexing/indexer.ts";

it("embeds everything for the user who asked or whose note it is, the demo's questions for the demo", async () => {
  const services = testServices();
  const embed = vi.spyOn(services.embedder, "embed");
  const [ada, bob] = [testUser(services), testUser(services)];
  await ada.note("Owls hunt", { content: "They hunt mice by ear. ".repeat(200) });
  await bob.note("Bats listen");
  await ada.api.recall.recall({ query: "owls" });
  await bob.api.recall.recall({ query: "bats" });
  await bob.api.tend.near({});
  await createIndexer(services, () => undefined).drain();
  await seedDemo(services);
  await createIndexer(services, () => undefined).drain();
  await testUser(services).api.demo.ask({ query: "sleep" });
  const owners = embed.mock.calls.map(([texts, { userId }]) =>
    texts.map((text, place) => [text, ownerOf(userId, place)]),
  );
  const ownersOf = (word: string) =>
    new Set(owners.flat().flatMap(([text, owner]) => (text!.toLowerCase().startsWith(word) ? [owner] : [])));
  expect(ownersOf("owls")).toEqual(new Set([ada.actor.userId]));
  expect(ownersOf("bats")).toEqual(new Set([bob.actor.userId]));
  expect(new Set(owners.flat().map(([, owner]) => owner))).toEqual(
    new Set([ada.actor.userId, bob.actor.userId, DEMO_ACTOR.userId]),
  );
});

function ownerOf(userId: string | readonly string[] | undefined, place: number): string | undefined {
  return typeof userId === "object" ? userId[place] : userId;
}
