import { aNoteWrite, testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";

describe("a contradiction in recall", () => {
  it("shows the critic beside the claim that was found", async () => {
    const { results, note, link } = setUp();
    const [claim, critic] = [await note("Owls hunt mice"), await note("Barn birds fast")];
    await note("Owls sleep");
    await link(critic, "contradicts", claim);
    const hits = await results("owls hunt mice");
    expect(hits.map((result) => result.title)).toEqual(["Owls hunt mice", "Barn birds fast", "Owls sleep"]);
    expect(hits[0]!.via).toEqual([]);
    expect(hits[1]).toMatchObject({
      similarity: 0,
      score: hits[0]!.score,
      via: [{ source_id: critic.id, target_id: claim.id, relation: "contradicts" }],
    });
  });

  it("shows the claim beside the critic that was found", async () => {
    const { results, note, link } = setUp();
    const [critic, claim] = [await note("Owls hunt mice"), await note("Barn birds fast")];
    await link(critic, "contradicts", claim);
    expect(await results("owls hunt mice")).toMatchObject([
      { id: critic.id, via: [] },
      { id: claim.id, via: [{ source_id: critic.id, target_id: claim.id, relation: "contradicts" }] },
    ]);
  });

  it("brings both together when both were found, each once", async () => {
    const { results, note, link } = setUp();
    const [claim, between, critic] = [
      await note("Owls hunt mice"),
      await note("Owls hunt mice of the hedge"),
      await note("Owls hunt in summer"),
    ];
    await link(critic, "contradicts", claim);
    const hits = await results("owls hunt mice");
    expect(hits.map((result) => result.id)).toEqual([claim.id, critic.id, between.id]);
    expect(hits.map((result) => result.via)).toEqual([[], [], []]);
  });

  it("has no effect when the critic is archived, superseded or deleted", async () => {
    for (const end of ["archived", "superseded", "deleted"] as const) {
      const { api, results, note, link } = setUp();
      const [claim, critic, newer] = [
        await note("Owls hunt mice"),
        await note("Barn birds fast"),
        await note("Zebras graze"),
      ];
      await link(critic, "contradicts", claim);
      if (end === "archived") await api.notes.update({ id: critic.id, state: "archived" });
      if (end === "superseded") await link(newer, "supersedes", critic);
      if (end === "deleted") await api.notes.delete({ id: critic.id });
      expect((await results("owls hunt mice", 2)).slice(0, 1), end).toMatchObject([{ id: claim.id }]);
      expect(
        (await results("owls hunt mice")).map((result) => result.id),
        end,
      ).not.toContain(critic.id);
    }
  });

  it("does not bring back a claim that is archived or superseded", async () => {
    const { api, results, note, link } = setUp();
    const [critic, archivedNote, supersededNote, newer] = [
      await note("Owls hunt mice"),
      await note("Barn"),
      await note("Hedge"),
      await note("Zebras graze"),
    ];
    await link(critic, "contradicts", archivedNote);
    await link(critic, "contradicts", supersededNote);
    await link(newer, "supersedes", supersededNote);
    await api.notes.update({ id: archivedNote.id, state: "archived" });
    const ids = (await results("owls hunt mice")).map((result) => result.id);
    expect(ids[0]).toBe(critic.id);
    expect(ids).not.toContain(archivedNote.id);
    expect(ids).not.toContain(supersededNote.id);
  });

  it("is shown at the head that a superseded note led to, with the whole path", async () => {
    const { results, note, link } = setUp();
    const [old, head, critic] = [await note("Owls hunt mice"), await note("Barn birds"), await note("Zebras graze")];
    await link(head, "supersedes", old);
    await link(critic, "contradicts", head);
    expect((await results("owls hunt mice")).slice(0, 2)).toMatchObject([
      { id: head.id, via: [{ source_id: head.id, target_id: old.id, relation: "supersedes" }] },
      {
        id: critic.id,
        via: [
          { source_id: head.id, target_id: old.id, relation: "supersedes" },
          { source_id: critic.id, target_id: head.id, relation: "contradicts" },
        ],
      },
    ]);
  });

  it("shows at most three critics of one claim", async () => {
    const { results, note, link } = setUp();
    const claim = await note("Owls hunt mice");
    for (let index = 0; index < 5; index++) await link(await note(`Skeptic ${index}`), "contradicts", claim);
    const hits = await results("owls hunt mice", 4);
    expect(hits.map((result) => result.via.length)).toEqual([0, 1, 1, 1]);
  });

  it("keeps to the limit, and shows no contested note alone at its end", async () => {
    const { results, note, link } = setUp();
    const best = await note("Owls hunt mice");
    const claim = await note("Owls hunt moths");
    const critic = await note("Barn birds fast");
    const third = await note("Owls sleep by day");
    await link(critic, "contradicts", claim);
    expect((await results("owls hunt mice", 2)).map((result) => result.id)).toEqual([best.id, third.id]);
    expect((await results("owls hunt mice", 3)).map((result) => result.id)).toEqual([best.id, claim.id, critic.id]);
    expect((await results("owls hunt moths", 1)).map((result) => result.id)).toEqual([claim.id]);
  });

  it("finds its critic among any number of newer links", async () => {
    const { models, api, results, remarkOn, note, link } = setUp();
    const [claim, critic] = [await note("Owls hunt mice"), await note("Barn birds fast")];
    await link(critic, "contradicts", claim);
    await remarkOn(claim);
    expect((await results("owls hunt mice")).slice(0, 2).map((result) => result.id)).toEqual([claim.id, critic.id]);
    await api.recall.ask({ query: "owls hunt mice" });
    expect(models.default.requests[0]?.passages.slice(0, 2).map((passage) => passage.contradicts)).toEqual([[1], [0]]);
  });

  it("gives an answer both sides", async () => {
    const { models, api, note, link } = setUp();
    const [claim, critic] = [await note("Owls hunt mice"), await note("Barn birds fast")];
    await link(critic, "contradicts", claim);
    await api.recall.ask({ query: "owls hunt mice" });
    expect(models.default.requests[0]?.passages.map((passage) => passage.noteId)).toEqual([claim.id, critic.id]);
  });
});

function setUp() {
  const services = testServices();
  const user = testUser(services);
  const results = async (query: string, limit = 10) => (await user.api.recall.recall({ query, limit })).results;
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
