import type { CreatedNote } from "@knote/contract";
import { aNoteWrite, testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";

describe("a superseded note in recall", () => {
  it("gives way to the note that replaced it, which reports its path", async () => {
    const { results, note, link } = setUp();
    const [old, head] = [await note("Owls hunt mice"), await note("Barn birds")];
    await link(head, "supersedes", old);
    const hits = await results("owls hunt mice");
    expect(hits.map((result) => result.id)).toEqual([head.id]);
    expect(hits[0]).toMatchObject({
      similarity: 0,
      score: expect.any(Number),
      via: [{ source_id: head.id, target_id: old.id, relation: "supersedes" }],
    });
  });

  it("gives way to the head of its chain, with the path from the hit on", async () => {
    const { results, note, link } = setUp();
    const [one, two, three] = [await note("Owls hunt mice"), await note("Newer"), await note("Latest")];
    await link(two, "supersedes", one);
    await link(three, "supersedes", two);
    expect(await results("owls hunt mice")).toMatchObject([
      {
        id: three.id,
        via: [
          { source_id: two.id, target_id: one.id, relation: "supersedes" },
          { source_id: three.id, target_id: two.id, relation: "supersedes" },
        ],
      },
    ]);
  });

  it("gives way to every head where the chain forks", async () => {
    const { results, note, link } = setUp();
    const [old, east, west] = [await note("Owls hunt mice"), await note("East"), await note("West")];
    await link(east, "supersedes", old);
    await link(west, "supersedes", old);
    const hits = await results("owls hunt mice");
    expect(new Set(hits.map((result) => result.id))).toEqual(new Set([east.id, west.id]));
    for (const result of hits)
      expect(result.via).toEqual([{ source_id: result.id, target_id: old.id, relation: "supersedes" }]);
  });

  it("lends its score to a head that is a weaker hit itself and needs no path", async () => {
    const { results, note, link } = setUp();
    const [old, head] = [await note("Owls hunt mice"), await note("Owls hunt in summer")];
    await note("Owls hunt mice of the hedge");
    await link(head, "supersedes", old);
    const hits = await results("owls hunt mice");
    expect(hits.map((result) => result.title)).toEqual(["Owls hunt in summer", "Owls hunt mice of the hedge"]);
    expect(hits[0]).toMatchObject({ via: [], similarity: expect.closeTo(2 / 3, 5) });
    expect(hits[0]!.score).toBeGreaterThan(hits[1]!.score);
  });

  it("skips an archived head for the current one", async () => {
    const { api, results, note, link } = setUp();
    const [one, two, three] = [await note("Owls hunt mice"), await note("Newer"), await note("Latest")];
    await link(two, "supersedes", one);
    await link(three, "supersedes", two);
    await api.notes.update({ id: three.id, state: "archived" });
    expect((await results("owls hunt mice")).map((result) => result.id)).toEqual([two.id]);
    await api.notes.update({ id: two.id, state: "archived" });
    expect((await results("owls hunt mice")).map((result) => result.id)).toEqual([one.id]);
    await api.notes.update({ id: three.id, state: "active" });
    const hits = await results("owls hunt mice");
    expect(hits.map((result) => result.id)).toEqual([three.id]);
    expect(hits[0]!.via).toHaveLength(2);
  });

  it("is a result itself again when the head is deleted", async () => {
    const { api, results, note, link } = setUp();
    const [old, head] = [await note("Owls hunt mice"), await note("Barn birds")];
    await link(head, "supersedes", old);
    await api.notes.delete({ id: head.id });
    expect(await results("owls hunt mice")).toMatchObject([{ id: old.id, via: [] }]);
  });

  it("is no source of an answer", async () => {
    const { models, api, note, link } = setUp();
    const [old, head] = [await note("Owls hunt mice"), await note("Barn birds")];
    await link(head, "supersedes", old);
    const { sources } = await api.recall.ask({ query: "What do owls hunt?" });
    expect(sources.map((source) => source.id)).toEqual([head.id]);
    expect(models.default.requests[0]?.passages.map((passage) => passage.noteId)).toEqual([head.id]);
  });

  it("finds its head among any number of newer links", async () => {
    const { results, remarkOn, note, link } = setUp();
    const [old, head] = [await note("Owls hunt mice"), await note("Barn birds")];
    await link(head, "supersedes", old);
    await remarkOn(old);
    expect((await results("owls hunt mice"))[0]?.id).toBe(head.id);
  });

  it("does not crowd out others with its many versions", async () => {
    const { results, note, link } = setUp();
    const versions: CreatedNote[] = [];
    for (let index = 0; index < 40; index++) {
      const version = await note("Owls hunt mice");
      if (index > 0) await link(version, "supersedes", versions.at(-1)!);
      versions.push(version);
    }
    for (let index = 0; index < 12; index++) await note(`Owls like place ${index}`);
    const hits = await results("owls hunt mice");
    expect(hits).toHaveLength(10);
    expect(hits[0]).toMatchObject({ id: versions.at(-1)!.id, via: [] });
    expect(hits.filter((result) => result.title === "Owls hunt mice")).toHaveLength(1);
  });
});

function setUp() {
  const services = testServices();
  const user = testUser(services);
  const results = async (query: string) => (await user.api.recall.recall({ query })).results;
  /** Gives a note more newer links than a person would make. */
  const remarkOn = async ({ id }: { readonly id: string }) => {
    const { notes, links } = services.storage;
    for (let index = 0; index < 150; index++) {
      const write = aNoteWrite({ title: `Remark ${index}`, content: "-" });
      await notes.insert(user.actor.userId, write, []);
      const created_at = "2026-03-02T00:00:00.000Z";
      await links.insert(
        user.actor.userId,
        { source_id: write.note.id, target_id: id, relation: "relates_to", created_at },
        [],
      );
    }
  };
  return { models: services.models, ...user, results, remarkOn };
}
