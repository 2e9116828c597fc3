import type { CreatedNote } from "@knote/contract";
import type { Storage } from "../ports/storage.ts";
import { createMemoryStorage, testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";

describe("a supersession that would close a cycle", () => {
  it.each([2, 3, 6])("is refused over %i notes, and leaves no trace", async (length) => {
    const { api, link, eventsOf, chain } = await setUp();
    const notes = await chain(length);
    const events = await eventsOf(() =>
      expect(link(notes[0]!, "supersedes", notes.at(-1)!)).rejects.toMatchObject({ code: "CONFLICT" }),
    );
    expect(events).toEqual([]);
    expect((await api.links.list({})).links).toHaveLength(length - 1);
    expect((await api.notes.get({ id: notes.at(-1)!.id })).state).toBe("active");
  });

  it("may be closed by every other relation", async () => {
    const { link, chain } = await setUp();
    const [oldest, , newest] = await chain(3);
    for (const relation of ["relates_to", "extends", "contradicts", "depends_on", "derived_from"] as const)
      await link(oldest!, relation, newest!);
  });

  it("is not found where two chains merely meet", async () => {
    const { note, link, chain } = await setUp();
    const [oldest, middle, newest] = await chain(3);
    const other = await note("Other");
    await link(newest!, "supersedes", oldest!);
    await link(other, "supersedes", middle!);
    await link(newest!, "supersedes", other);
  });

  it("is found through a deleted note, so that a restore never closes one", async () => {
    const { api, link, chain } = await setUp();
    const [oldest, middle, newest] = await chain(3);
    await api.notes.delete({ id: middle!.id });
    await expect(link(oldest!, "supersedes", newest!)).rejects.toMatchObject({ code: "CONFLICT" });
    await api.notes.restore({ id: middle!.id });
    expect((await api.notes.get({ id: newest!.id })).state).toBe("active");
  });

  it("is not found through a purged note", async () => {
    const { api, link, chain } = await setUp();
    const [oldest, middle, newest] = await chain(3);
    await api.notes.delete({ id: middle!.id, purge: true });
    await link(oldest!, "supersedes", newest!);
    expect((await api.notes.get({ id: newest!.id })).state).toBe("superseded");
  });

  it("is allowed once the opposing link is gone", async () => {
    const { api, link, chain } = await setUp();
    const [oldest, newest] = await chain(2);
    await api.links.delete({ source_id: newest!.id, target_id: oldest!.id, relation: "supersedes" });
    await link(oldest!, "supersedes", newest!);
    expect((await api.notes.get({ id: newest!.id })).state).toBe("superseded");
  });
});

it("stores a supersession and its event in one write, so that no crash separates them", async () => {
  const storage = createMemoryStorage();
  const append = () => Promise.reject(new Error("The process died."));
  const services = testServices({ storage: { ...storage, activity: { ...storage.activity, append } } });
  const { actor, note, link } = testUser(services);
  const [owls, bats] = [await note("Owls hunt"), await note("Bats hunt")];
  await link(owls, "supersedes", bats);
  const [newest] = await storage.activity.latest(actor.userId, 1);
  expect(newest?.event).toMatchObject({ type: "note_linked", data: { relation: "supersedes" } });
});

describe("two requests that close a cycle together", () => {
  it("do not both succeed, although each saw only its own half before", async () => {
    const { api, note, link, eventsOf, meetAtInsert } = await setUp();
    const [owls, bats] = [await note("Owls hunt"), await note("Bats hunt")];
    meetAtInsert(2);
    const events = await eventsOf(async () => {
      const outcomes = await Promise.allSettled([link(owls, "supersedes", bats), link(bats, "supersedes", owls)]);
      const acceptedOutcomes = outcomes.filter((outcome) => outcome.status === "fulfilled");
      expect(acceptedOutcomes.length).toBeLessThan(2);
      expect((await api.links.list({})).links).toHaveLength(acceptedOutcomes.length);
    });
    // A request that saw both halves removed its own and published that.
    const countEvents = (type: string) => events.filter((event) => event.type === type).length;
    expect(countEvents("note_linked") - countEvents("note_unlinked")).toBe((await api.links.list({})).links.length);
  });

  it("leave no cycle over three notes either", async () => {
    const { api, note, link, meetAtInsert } = await setUp();
    const [owls, bats, mice] = [await note("Owls hunt"), await note("Bats hunt"), await note("Mice hide")];
    meetAtInsert(3);
    await Promise.allSettled([
      link(owls, "supersedes", bats),
      link(bats, "supersedes", mice),
      link(mice, "supersedes", owls),
    ]);
    const { links } = await api.links.list({});
    expect(links.length).toBeLessThan(3);
    expect(
      links.some((one) =>
        links.some((other) => one.source_id === other.target_id && one.target_id === other.source_id),
      ),
    ).toBe(false);
  });
});

async function setUp() {
  const storage = createMemoryStorage();
  let expectedInserts = 0;
  let arrivedInserts = 0;
  const allArrived = Promise.withResolvers<void>();
  // Delays each insert until all have arrived: every check before an insert has run by then.
  const meeting: Storage = {
    ...storage,
    links: {
      ...storage.links,
      async insert(...link) {
        if (++arrivedInserts === expectedInserts) allArrived.resolve();
        if (expectedInserts > 0) await allArrived.promise;
        await storage.links.insert(...link);
      },
    },
  };
  const user = testUser(testServices({ storage: meeting }));
  /** Notes of which each supersedes the one before, oldest first. */
  const chain = async (length: number) => {
    const notes: CreatedNote[] = [];
    for (let index = 0; index < length; index++) {
      const newer = await user.note(`Version ${index + 1}`);
      const older = notes.at(-1);
      if (older) await user.link(newer, "supersedes", older);
      notes.push(newer);
    }
    return notes;
  };
  const meetAtInsert = (count: number) => {
    arrivedInserts = 0;
    expectedInserts = count;
  };
  return { ...user, chain, meetAtInsert };
}
