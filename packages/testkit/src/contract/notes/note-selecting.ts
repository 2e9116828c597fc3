import type { NoteSelection, StoredNote } from "@knote/api";
import { expect, it } from "vitest";
import { freshId } from "../../builders/fresh-id.ts";
import { givenOwner, idsOf, minute, searchable } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";

const NOTES: readonly (Partial<StoredNote> & { readonly title: string })[] = [
  { title: "plain", note_type: "fact", created_at: "2026-03-01T00:00:00.000Z" },
  { title: "tagged", note_type: "fact", tags: ["Learning", "ÄRGER"], created_at: "2026-02-28T23:59:59.999Z" },
  { title: "decision", note_type: "decision", tags: ["learning", "work"] },
  { title: "archived", note_type: "fact", archived: true },
  { title: "archived decision", note_type: "decision", tags: ["LEARNING"], archived: true },
];

type Select = (idOf: (title: string) => string) => NoteSelection;

const CASES: readonly (readonly [behaviour: string, select: Select, titles: readonly string[]])[] = [
  ["everything when unfiltered", () => ({}), NOTES.map((note) => note.title)],
  ["one type", () => ({ noteTypes: ["decision"] }), ["decision", "archived decision"]],
  ["any of several types", () => ({ noteTypes: ["decision", "fact"] }), NOTES.map((note) => note.title)],
  ["no note of a type without notes", () => ({ noteTypes: ["belief"] }), []],
  ["a tag in any case", () => ({ tags: ["learning"] }), ["tagged", "decision", "archived decision"]],
  ["a tag that is asked for in capitals", () => ({ tags: ["LEARNING"] }), ["tagged", "decision", "archived decision"]],
  ["a tag with letters beyond ASCII in any case", () => ({ tags: ["Ärger"] }), ["tagged"]],
  ["a tag as a whole, not a part of one", () => ({ tags: ["learn"] }), []],
  [
    "any of several tags, each note once",
    () => ({ tags: ["work", "learning"] }),
    ["tagged", "decision", "archived decision"],
  ],
  ["types and tags together", () => ({ noteTypes: ["fact"], tags: ["learning", "work"] }), ["tagged"]],
  ["all but the notes of a tag in any case", () => ({ withoutTags: ["LEARNING", "none"] }), ["plain", "archived"]],
  ["a tag without another", () => ({ tags: ["learning"], withoutTags: ["work"] }), ["tagged", "archived decision"]],
  [
    "named ones without a tag",
    (id) => ({
      withoutTags: ["work"],
      states: { archived: false, others: { only: new Set([id("tagged"), id("decision")]) } },
    }),
    ["tagged"],
  ],
  [
    "what was created at a time or later",
    () => ({ time: { from: "2026-03-01T00:00:00.000Z" } }),
    ["plain", "decision", "archived", "archived decision"],
  ],
  ["what was created before a time", () => ({ time: { before: "2026-03-01T00:00:00.000Z" } }), ["tagged"]],
  [
    "what was created between two times, with a type and a state",
    () => ({
      noteTypes: ["fact"],
      states: { archived: false, others: "all" },
      time: { from: "2026-02-28T00:00:00.000Z", before: "2026-03-01T00:00:00.001Z" },
    }),
    ["plain", "tagged"],
  ],
  [
    "nothing in an empty range of time",
    () => ({ time: { from: "2026-03-01T00:00:00.000Z", before: "2026-03-01T00:00:00.000Z" } }),
    [],
  ],
  ["all states", () => ({ states: { archived: true, others: "all" } }), NOTES.map((note) => note.title)],
  ["unarchived notes", () => ({ states: { archived: false, others: "all" } }), ["plain", "tagged", "decision"]],
  ["archived notes", () => ({ states: { archived: true, others: "none" } }), ["archived", "archived decision"]],
  ["nothing when no state is wanted", () => ({ states: { archived: false, others: "none" } }), []],
  [
    "only named ones",
    (id) => ({ states: { archived: false, others: { only: new Set([id("plain"), freshId()]) } } }),
    ["plain"],
  ],
  [
    "no archived note even if it is named",
    (id) => ({ states: { archived: false, others: { only: new Set([id("archived")]) } } }),
    [],
  ],
  [
    "named and archived ones",
    (id) => ({ states: { archived: true, others: { only: new Set([id("plain")]) } } }),
    ["plain", "archived", "archived decision"],
  ],
  [
    "all but named ones",
    (id) => ({ states: { archived: false, others: { except: new Set([id("plain"), freshId()]) } } }),
    ["tagged", "decision"],
  ],
  [
    "an archived note even if it is among the exceptions",
    (id) => ({ states: { archived: true, others: { except: new Set([id("archived"), id("plain"), id("tagged")]) } } }),
    ["decision", "archived", "archived decision"],
  ],
  ["no note for an empty list of named ones", () => ({ states: { archived: false, others: { only: new Set() } } }), []],
  [
    "all without exceptions",
    () => ({ states: { archived: false, others: { except: new Set() } } }),
    ["plain", "tagged", "decision"],
  ],
  [
    "states, types and tags together",
    (id) => ({
      noteTypes: ["decision"],
      tags: ["learning"],
      states: { archived: true, others: { except: new Set([id("decision")]) } },
    }),
    ["archived decision"],
  ],
];

/** Contract of selections, which `list` and `search` share. */
export function noteSelecting(open: OpenStorage): void {
  it.each(CASES)("selects %s", async (_, select, titles) => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const storedNotes = await Promise.all(NOTES.map((fields) => owner.note({ ...fields, content: "Searched." })));
    const selection = select((title) => storedNotes.find((note) => note.title === title)!.id);
    const listedNotes = await storage.notes.list(owner.userId, selection, { limit: 100 });
    expect(listedNotes.map((note) => note.title).toSorted()).toEqual(titles.toSorted());
    expect(idsOf(await storage.keywords.search(owner.userId, searchable("searched"), selection))).toEqual(
      idsOf(listedNotes),
    );
  });

  it("selects by the tags, type and state of the current revision", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const note = await owner.note({ tags: ["before"], note_type: "fact" });
    await owner.revise(note, { tags: ["after"], note_type: "belief", archived: true });
    const list = (selection: NoteSelection) => storage.notes.list(owner.userId, selection, { limit: 10 });
    for (const oldSelection of [
      { tags: ["before"] },
      { noteTypes: ["fact"] },
      { states: { archived: false, others: "all" } },
    ] as const)
      expect(await list(oldSelection)).toEqual([]);
    for (const now of [
      { tags: ["after"] },
      { noteTypes: ["belief"] },
      { states: { archived: true, others: "none" } },
    ] as const)
      expect(await list(now)).toHaveLength(1);
  });

  it("selects what has not changed since a time, by its last change", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [first, second] = await owner.notes(["Owls", "Owls", "Owls"]);
    await owner.revise(first!, { importance: 1, updated_at: minute(20) });
    await owner.revise(second!, { archived: true, updated_at: minute(30) });
    for (const [time, count] of [
      [minute(0), 0],
      [minute(2), 1],
      [minute(19), 1],
      [minute(20), 2],
      [minute(30), 3],
    ] as const) {
      const selection = { unchangedSince: time };
      expect(await storage.notes.list(owner.userId, selection, { limit: 10 })).toHaveLength(count);
      expect(await storage.keywords.search(owner.userId, searchable("owls"), selection)).toHaveLength(count);
    }
    const both = { unchangedSince: minute(30), states: { archived: true, others: "none" } } as const;
    expect(await storage.notes.list(owner.userId, both, { limit: 10 })).toMatchObject([{ id: second!.id }]);
  });

  it("selects by thousands of named ids", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const [namedNote] = await Promise.all([owner.note({ title: "Owls" }), owner.note({ title: "Bats" })]);
    const ids = new Set([...Array.from({ length: 5_000 }, () => freshId()), namedNote.id]);
    const titles = async (selection: NoteSelection) =>
      (await storage.notes.list(owner.userId, selection, { limit: 10 })).map((note) => note.title);
    expect(await titles({ states: { archived: false, others: { only: ids } } })).toEqual(["Owls"]);
    expect(await titles({ states: { archived: false, others: { except: ids } } })).toEqual(["Bats"]);
  });
}
