import type { CreateNoteInput } from "@knote/contract";
import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import type { Services } from "../context.ts";
import { DomainError } from "../errors.ts";
import { createIndexer } from "../indexing/indexer.ts";

describe("suggestions for a new note", () => {
  it("name similar notes, and link nothing", async () => {
    const { api, note } = setUp();
    const owls = await note("Owls hunt mice");
    const { auto_links } = await note("Owls hunt moths");
    expect(auto_links).toEqual([
      {
        target_id: owls.id,
        target_title: "Owls hunt mice",
        relation: "relates_to",
        similarity: expect.closeTo(2 / 3, 5),
      },
    ]);
    expect((await api.links.list({})).links).toEqual([]);
  });

  it("leave out notes below the threshold", async () => {
    const { suggestTitles, note } = setUp();
    await note("Owls sleep");
    await note("Zebras graze");
    expect(await suggestTitles("Owls hunt mice")).toEqual([]);
  });

  it("use the threshold that the user's own notes set", async () => {
    const { suggestTitles, note } = setUp({
      linkThresholds: { of: async () => ({ mean: null, threshold: 0.4 }), forget: () => {} },
    });
    await note("Owls sleep");
    expect(await suggestTitles("Owls hunt mice")).toEqual(["Owls sleep"]);
  });

  it("are at most five, most similar first", async () => {
    const { note } = setUp();
    for (let index = 0; index < 8; index++) await note(`Owls hunt mice, voles, moths and frogs near barn${index}`);
    const { auto_links } = await note("Owls hunt mice, voles, moths and frogs");
    expect(auto_links).toHaveLength(5);
    const similarities = auto_links.map((link) => link.similarity);
    expect(similarities).toEqual(similarities.toSorted((one, other) => other - one));
    expect(similarities[4]).toBeGreaterThan(0.8);
  });

  it("never name an archived, superseded, deleted or foreign note", async () => {
    const { services, api, suggestTitles, note, link } = setUp();
    await testUser(services).note("Owls hunt mice");
    const [archivedNote, supersededNote, deletedNote] = [
      await note("Owls hunt mice"),
      await note("Owls hunt mice"),
      await note("Owls hunt mice"),
    ];
    await link(await note("Zebras graze"), "supersedes", supersededNote);
    await api.notes.update({ id: archivedNote.id, state: "archived" });
    await api.notes.delete({ id: deletedNote.id });
    await createIndexer(services, () => undefined).drain();
    expect(await suggestTitles("Owls hunt mice")).toEqual([]);
  });
});

describe("suggestions by name", () => {
  it("include a note whose title occurs in the new one's text, however different", async () => {
    const { suggestTitles, note } = setUp();
    await note("Forgetting curve", { content: "Ebbinghaus measured it." });
    expect(await suggestTitles("Zebras graze", { content: "See the “forgetting curves” by day." })).toEqual([
      "Forgetting curve",
    ]);
    expect(
      await suggestTitles("Lions rest", { content: "A curve drawn on paper while forgetting names, dates, keys." }),
    ).toEqual([]);
  });

  it("include a note whose text contains the new one's title", async () => {
    const { suggestTitles, note } = setUp();
    await note("Zebras graze", { content: "Unlike the forgetting curve they rest by noon." });
    expect(await suggestTitles("Forgetting curve", { content: "Ebbinghaus measured it." })).toEqual(["Zebras graze"]);
  });

  it("recognise a title that begins with stop words", async () => {
    const { suggestTitles, note } = setUp();
    await note("What is it like to be an owl");
    await note("What is flow");
    expect(
      await suggestTitles("Zebras graze", { content: "The rangers of the savannah asked again: what is flow?" }),
    ).toEqual(["What is flow"]);
  });

  it("ignore a title of only stop words", async () => {
    const { suggestTitles, note } = setUp();
    await note("Zebras graze", { content: "What is it that they do all day?" });
    expect(await suggestTitles("What is it", { content: "Mice hide." })).toEqual([]);
    await note("This", { content: "Mice." });
    expect(await suggestTitles("Zebras rest", { content: "This is it." })).toEqual([]);
  });

  it("ignore a title that is a whole sentence", async () => {
    const { suggestTitles, note } = setUp();
    const long = "owls of the barn hunt mice in summer nights";
    await note("Zebras graze", { content: `${"Savannah grass rain river. ".repeat(8)} So ${long}, they say.` });
    expect(await suggestTitles(long, { content: "Feather moon silence. ".repeat(8) })).toEqual([]);
  });

  it("rank a title in the head above one further on, and a mention by the other note last", async () => {
    const { api, note } = setUp();
    const filler = "Savannah grass rain river. ".repeat(60);
    for (const title of ["Flow", "Slack", "Focus"])
      await note(title, { content: title === "Focus" ? "See Zebras graze." : "-" });
    const { id } = await note("Zebras graze", { content: `Like Flow. ${filler} Slack.` });
    expect((await api.notes.suggestions({ id })).suggestions.map((one) => one.target_title)[0]).toBe("Flow");
  });
});

describe("a note without available suggestions", () => {
  it.each(["down", "loading", "busy", "slow", "failing"])(
    "is created even while the embedder is %s, and gets them later",
    async (trouble) => {
      const { services, embedder, api, note } = setUp({ suggestionDeadlineMs: 20 });
      const owls = await note("Owls hunt mice");
      if (trouble === "down" || trouble === "loading") embedder.setStatus(trouble);
      if (trouble === "busy") embedder.setQueueDelayMs(21);
      if (trouble === "slow") embedder.hold();
      if (trouble === "failing") embedder.failWith(new DomainError("UNAVAILABLE", "Down."));
      const createdNote = await note("Owls hunt moths");
      expect(createdNote.auto_links).toEqual([]);
      expect((await api.notes.get({ id: createdNote.id })).title).toBe("Owls hunt moths");
      embedder.setStatus("ready");
      embedder.setQueueDelayMs(0);
      embedder.release();
      embedder.failWith(null);
      await createIndexer(services, () => undefined).drain();
      expect((await api.notes.suggestions({ id: createdNote.id })).suggestions).toMatchObject([{ target_id: owls.id }]);
      expect((await api.notes.suggestions({ id: owls.id })).suggestions).toMatchObject([
        { target_id: createdNote.id, similarity: expect.closeTo(2 / 3, 5) },
      ]);
    },
  );

  it("does not wait for an embedder that is busy", async () => {
    const { embedder, note } = setUp();
    embedder.setQueueDelayMs(1_001);
    await note("Owls hunt mice");
    expect(embedder.calls).toEqual([]);
  });

  it("is created even while search is unavailable", async () => {
    const { ctx, api, on } = setUp();
    const vectors = { ...ctx.storage.vectors, nearest: () => Promise.reject(new DomainError("UNAVAILABLE", "Down.")) };
    const createdNote = await on({ storage: { ...ctx.storage, vectors } }).notes.create({
      title: "Owls hunt",
      content: "-",
      note_type: "fact",
    });
    expect(createdNote.auto_links).toEqual([]);
    expect((await api.notes.get({ id: createdNote.id })).title).toBe("Owls hunt");
  });
});

describe("suggestions on request", () => {
  it("are the best of all notes, however different, ten by default", async () => {
    const { api, note } = setUp();
    const { id } = await note("Owls hunt mice");
    for (let index = 0; index < 55; index++) await note(`Owls like place ${index}`);
    const similar = await note("Owls hunt mice fast");
    const { suggestions } = await api.notes.suggestions({ id });
    expect(suggestions).toHaveLength(10);
    expect(suggestions[0]).toEqual({
      target_id: similar.id,
      target_title: "Owls hunt mice fast",
      relation: "relates_to",
      similarity: expect.closeTo(Math.sqrt(3 / 4), 5),
    });
    for (const limit of [1, 50]) expect((await api.notes.suggestions({ id, limit })).suggestions).toHaveLength(limit);
    for (const limit of [0, 51, 1.5])
      await expect(api.notes.suggestions({ id, limit })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  it("leave out the note itself, linked notes, and archived or superseded ones", async () => {
    const { api, note, link } = setUp();
    const { id } = await note("Owls hunt mice");
    const [after, before, archivedNote, supersededNote, free] = [
      await note("Owls one"),
      await note("Owls two"),
      await note("Owls three"),
      await note("Owls four"),
      await note("Owls five"),
    ];
    await link({ id }, "extends", after);
    await link(before, "contradicts", { id });
    await link(free, "supersedes", supersededNote);
    await api.notes.update({ id: archivedNote.id, state: "archived" });
    expect((await api.notes.suggestions({ id })).suggestions.map((one) => one.target_id)).toEqual([free.id]);
  });

  it("use words alone while the embedder is down", async () => {
    const { embedder, api, note } = setUp();
    const { id } = await note("Owls hunt mice");
    const other = await note("Owls sleep");
    embedder.setStatus("down");
    expect((await api.notes.suggestions({ id })).suggestions).toEqual([
      { target_id: other.id, target_title: "Owls sleep", relation: "relates_to", similarity: 0 },
    ]);
  });

  it("are not found for an unknown note", async () => {
    await expect(setUp().api.notes.suggestions({ id: "nobody" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

function setUp(overrides: Partial<Pick<Services, "linkThresholds" | "suggestionDeadlineMs">> = {}) {
  const services = { ...testServices(), ...overrides };
  const user = testUser(services);
  const suggestTitles = async (title: string, fields?: Partial<CreateNoteInput>) =>
    (await user.note(title, fields)).auto_links.map((link) => link.target_title);
  return { services, embedder: services.embedder, ...user, suggestTitles };
}
