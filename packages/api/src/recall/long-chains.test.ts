import type { Link } from "@knote/contract";
import type { Storage } from "../ports/storage.ts";
import { aNoteWrite, createMemoryStorage, testServices, testUser } from "@knote/testkit";
import { expect, it } from "vitest";

it("resolves a long chain with as few requests as a short one", async () => {
  const [short, long] = [await givenChain(2), await givenChain(300)];
  expect(await short.runRecall()).toMatchObject([{ id: short.newest }]);
  const few = short.asked();
  expect(await long.runRecall()).toMatchObject([{ id: long.newest }]);
  expect(long.asked()).toBe(few);
});

it.each([
  [1, 1],
  [32, 32],
  [33, 32],
  [200, 32],
])("shortens a path of %i links to %i", async (length, expectedLength) => {
  const { runRecall, links, newest, oldest } = await givenChain(length + 1);
  const [head] = await runRecall();
  expect(head!.via).toHaveLength(expectedLength);
  expect(head!.via[0]).toMatchObject({ target_id: oldest });
  expect(head!.via.at(-1)).toMatchObject({ source_id: newest });
  const path = links.map(({ source_id, target_id }) => ({ source_id, target_id, relation: "supersedes" }));
  expect(head!.via).toEqual(length > 32 ? [...path.slice(0, 16), ...path.slice(-16)] : path);
});

it("adds to a long chain without walking it", async () => {
  const { note, link, asked, newest, oldest } = await givenChain(300);
  const [newer, older] = [await note("Newer still"), await note("Older still")];
  const before = asked();
  await link(newer, "supersedes", { id: newest });
  await link({ id: oldest }, "supersedes", older);
  expect(asked() - before).toBeLessThan(20);
  await expect(link(older, "supersedes", newer)).rejects.toMatchObject({ code: "CONFLICT" });
});

it("reports the path to every head of a comb", async () => {
  const user = givenUser();
  const spine = await user.chain(60);
  for (const { id } of spine) await user.supersede((await user.store("Tooth")).id, id);
  const results = await user.runRecall(50);
  expect(results).toHaveLength(50);
  for (const { id, via } of results) {
    expect(via.at(-1)).toMatchObject({ source_id: id });
    expect(via.length).toBeLessThanOrEqual(32);
  }
});

/** Creates a chain of notes, each superseding the one before; only the oldest is found by its words. */
async function givenChain(length: number) {
  const user = givenUser();
  const notes = await user.chain(length);
  return { ...user, links: user.links, newest: notes.at(-1)!.id, oldest: notes[0]!.id };
}

function givenUser() {
  const storage = createMemoryStorage();
  let requestCount = 0;
  const countingLinks = new Proxy(storage.links, {
    get: (links, name: keyof Storage["links"]) => {
      requestCount++;
      return links[name];
    },
  });
  const user = testUser(testServices({ storage: { ...storage, links: countingLinks } }));
  const links: Link[] = [];
  const store = async (title: string) => {
    const write = aNoteWrite({ title, content: "-" });
    await storage.notes.insert(user.actor.userId, write, []);
    return write.note;
  };
  const supersede = async (source_id: string, target_id: string) => {
    const link: Link = { source_id, target_id, relation: "supersedes", created_at: "2026-03-02T00:00:00.000Z" };
    await storage.links.insert(user.actor.userId, link, []);
    links.push(link);
  };
  const chain = async (length: number) => {
    const notes = [await store("Owls hunt mice")];
    while (notes.length < length) {
      notes.push(await store("Barn birds"));
      await supersede(notes.at(-1)!.id, notes.at(-2)!.id);
    }
    return notes;
  };
  const runRecall = async (limit = 10) =>
    (await user.api.recall.recall({ query: "owls hunt mice", limit, mode: "keyword" })).results;
  return { ...user, links, store, supersede, chain, runRecall, asked: () => requestCount };
}
