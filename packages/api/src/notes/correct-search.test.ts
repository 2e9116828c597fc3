import type { ListNotesInput } from "@knote/contract";
import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { streamNotes } from "./list-notes.ts";

describe("correcting a search", () => {
  it("searches for the nearest word of the notes when nothing matches, and says so", async () => {
    const { note, search } = setUp();
    await note("We receive parcels daily");
    await note("We deceive nobody");
    expect(await search("recieve")).toEqual({ titles: ["We receive parcels daily"], correction: "receive" });
    expect(await search("recieve*")).toEqual({ titles: ["We receive parcels daily"], correction: "receive" });
    expect(await search("  (Recieve parcles)!")).toEqual({
      titles: ["We receive parcels daily"],
      correction: "  (receive parcels)!",
    });
  });

  it("corrects to words as written, never to stems", async () => {
    const { note, search } = setUp();
    await note("Organizations organize meetings");
    expect(await search("meetigns")).toEqual({ titles: ["Organizations organize meetings"], correction: "meetings" });
    expect(await search("organizatoins")).toMatchObject({ correction: "organizations" });
  });

  it("changes nothing while anything matches", async () => {
    const { note, search } = setUp();
    await note("We receive parcels");
    await note("Recieve is a common misspelling");
    expect(await search("recieve")).toEqual({ titles: ["Recieve is a common misspelling"], correction: undefined });
    expect(await search("parcles misspelling")).toEqual({
      titles: ["Recieve is a common misspelling"],
      correction: undefined,
    });
  });

  it("corrects no word that some note has, though filters leave it out", async () => {
    const { note, search } = setUp();
    await note("Birth", { tags: ["life"] });
    await note("Berth", { tags: ["ships"] });
    expect(await search("berth tag:life")).toEqual({ titles: [], correction: undefined });
    expect(await search("bert* tag:life")).toEqual({ titles: [], correction: undefined });
    expect(await search("brith tag:life")).toEqual({ titles: ["Birth"], correction: "birth tag:life" });
  });

  it("keeps filters, exclusions and quoted words as they are", async () => {
    const { note, search } = setUp();
    await note("We receive parcels");
    await note("We receive letters");
    expect(await search('"recieve parcels"')).toEqual({ titles: [], correction: undefined });
    expect(await search("recieve -leters type:fact")).toMatchObject({ correction: "receive -leters type:fact" });
    expect(await search("recieve -letters type:fact")).toEqual({
      titles: ["We receive parcels"],
      correction: "receive -letters type:fact",
    });
    expect(await search("recieve -receive")).toEqual({ titles: [], correction: undefined });
  });

  it("never corrects short words, codes, or a long search", async () => {
    const { note, search } = setUp();
    await note("E1234 cat receive");
    for (const q of ["E1235", "cta", "recieve ".repeat(26)]) expect(await search(q)).toMatchObject({ titles: [] });
    expect(await search("recieve ".repeat(25))).toMatchObject({ titles: ["E1234 cat receive"] });
  });

  it("corrects the first four words at most", async () => {
    const { note, search } = setUp();
    await note("Receive parcels letters postcards magazines");
    expect(await search("recieve parcles lettres postcadrs")).toMatchObject({
      correction: "receive parcels letters postcards",
    });
    expect(await search("recieve parcles lettres postcadrs magaznies")).toMatchObject({
      correction: "receive parcels letters postcards magaznies",
    });
  });

  it("never corrects to words of other users or of deleted notes", async () => {
    const services = testServices();
    const other = testUser(services);
    const { api, note, search } = setUp(services);
    await other.note("We receive parcels");
    expect(await search("recieve")).toEqual({ titles: [], correction: undefined });
    const { id } = await note("They receive letters");
    expect(await search("recieve")).toMatchObject({ titles: ["They receive letters"] });
    await api.notes.delete({ id });
    expect(await search("recieve")).toEqual({ titles: [], correction: undefined });
  });

  it("goes on over pages of the corrected search", async () => {
    const { api, note } = setUp();
    for (const name of ["one", "two", "three"]) await note(`We receive ${name}`);
    const whole = await api.notes.list({ q: "recieve" });
    const first = await api.notes.list({ q: "recieve", limit: 2 });
    const second = await api.notes.list({ q: "recieve", limit: 2, cursor: first.next! });
    expect([...first.notes, ...second.notes]).toEqual(whole.notes);
    expect(second).toMatchObject({ correction: "receive", next: null });
    const newest = await api.notes.list({ q: "recieve", limit: 2, sort: "newest" });
    expect(newest).toMatchObject({ correction: "receive", notes: [{ title: "We receive three" }, {}] });
  });

  it("tells of the correction in a header, percent-encoded", async () => {
    const { ctx, note } = setUp();
    await note("Совы охотятся ночью");
    const headers: [string, string][] = [];
    const batches = streamNotes({ ...ctx, setHeader: (...header) => headers.push(header) }, { q: "охотятсяя \ud800" });
    expect((await Array.fromAsync(batches)).flat()).toHaveLength(1);
    expect(headers).toEqual([["X-Search-Correction", encodeURIComponent("охотятся \ufffd")]]);
  });
});

function setUp(services = testServices()) {
  const user = testUser(services);
  const search = async (q: string, input: ListNotesInput = {}) => {
    const { notes, correction } = await user.api.notes.list({ q, ...input });
    return { titles: notes.map(({ title }) => title), correction };
  };
  return { ...user, search };
}
