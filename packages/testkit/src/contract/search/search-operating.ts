import type { ListNotesInput } from "@knote/contract";
import { expect, it } from "vitest";
import { testUser } from "../../callers/test-user.ts";
import { testServices } from "../../fakes/test-services.ts";
import type { OpenStorage } from "../open-storage.ts";

const NOTES = [
  { title: "Owls hunt at night", tags: ["birds", "Night life"], note_type: "fact" },
  { title: "Owls hunt at dawn", tags: ["birds"], note_type: "belief" },
  { title: "Bats hunt at dusk", tags: ["mammals"], note_type: "fact" },
  { title: "Mice hide", tags: ["mammals"], note_type: "belief" },
] as const;

/** Searches, and the beginnings of the titles that they find, sorted. */
const CASES: readonly (readonly [q: string, titles: readonly string[]])[] = [
  ["owls OR bats", ["Bats hunt at dusk", "Owls hunt at dawn", "Owls hunt at night"]],
  ['"at night" OR mice', ["Mice hide", "Owls hunt at night"]],
  ["hunting -owls", ["Bats hunt at dusk"]],
  ['owls -"at night"', ["Owls hunt at dawn"]],
  ["hunt -ni* -dus*", ["Owls hunt at dawn"]],
  ["-hunt", ["Mice hide"]],
  ["tag:birds", ["Owls hunt at dawn", "Owls hunt at night"]],
  ['hunt tag:"night LIFE" tag:mammals', ["Bats hunt at dusk", "Owls hunt at night"]],
  ["hunt tag:ma*", ["Bats hunt at dusk"]],
  ["hunt -tag:bi*", ["Bats hunt at dusk"]],
  ["-tag:birds type:belief", ["Mice hide"]],
  ["hunt after:2026-03-01 before:2026-03-02 -type:belief", ["Bats hunt at dusk", "Owls hunt at night"]],
  ["hunt after:2026-03-02", []],
  ["before:2026-03-01", []],
  ["hunt state:contested", []],
  ["-state:archived mice", ["Mice hide"]],
];

/** Contract of the product's search with operators and corrections over this storage. */
export function searchOperating(open: OpenStorage): void {
  it("finds by operators the same on every engine", async () => {
    await using storage = await open();
    const { api, note } = testUser(testServices({ storage }));
    for (const { title, ...fields } of NOTES) await note(title, { ...fields, tags: [...fields.tags] });
    for (const [q, titles] of CASES) expect([q, await findTitles(api, { q })]).toEqual([q, titles]);
  });

  it("corrects to words of the user's own live notes", async () => {
    await using storage = await open();
    const services = testServices({ storage });
    const [ada, ben] = [testUser(services), testUser(services)];
    await ada.note("We receive parcels");
    const letters = await ada.note("They deceive themselves");
    await ben.note("Beavers relieve themselves");
    expect(await ada.api.notes.list({ q: "recieve parcles" })).toMatchObject({
      notes: [{ title: "We receive parcels" }],
      correction: "receive parcels",
    });
    expect(await ada.api.notes.list({ q: "decieve" })).toMatchObject({ correction: "deceive" });
    expect(await ben.api.notes.list({ q: "beavres" })).toMatchObject({ correction: "beavers" });
    expect(await ben.api.notes.list({ q: "parcles" })).toEqual({ notes: [], next: null });
    await ada.api.notes.delete({ id: letters.id });
    expect(await ada.api.notes.list({ q: "themsleves" })).toEqual({ notes: [], next: null });
    expect(await ada.api.notes.list({ q: "decieve" })).toEqual({ notes: [], next: null });
  });
}

async function findTitles(api: ReturnType<typeof testUser>["api"], input: ListNotesInput): Promise<string[]> {
  return (await api.notes.list(input)).notes.map(({ title }) => title).toSorted();
}
