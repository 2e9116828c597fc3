import { expect, it } from "vitest";
import { aNote, aNoteWrite } from "../../builders/a-note.ts";
import { freshUserId } from "../../builders/fresh-id.ts";
import { givenOwner } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";
import { countAccepted, expectRefusal } from "../refusals.ts";

const FULL_NOTE = {
  title: 'Ärger: 機械学習 \u{1F9E0} & "quotes" \\ % _ \'',
  content: "Line one\r\n\tline two\u2028line three <b>not markup</b> ${x} $where __proto__",
  note_type: "code_finding",
  tags: ["C++", "Älter", "a b", "$set", "x.y"],
  importance: 0.1 + 0.2,
  archived: true,
  created_at: "2026-02-28T23:59:59.999Z",
  updated_at: "2026-03-01T00:00:00.000Z",
} as const;

export function noteWriting(open: OpenStorage): void {
  it("returns the note unchanged", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const note = await owner.note(FULL_NOTE);
    expect(await storage.notes.get(owner.userId, note.id)).toEqual(note);
  });

  it("keeps a note of the greatest size unchanged", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const tags = Array.from({ length: 32 }, (_, index) => `${index}`.padEnd(64, "ä"));
    const note = await owner.note({ title: "\u{1F9E0}".repeat(300), content: "word \u{1F9E0} ".repeat(7_142), tags });
    expect(await storage.notes.get(owner.userId, note.id)).toEqual(note);
  });

  it("shows the note to every later read at once", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const note = await owner.note({ title: "Owls hunt at night", created_at: "2026-01-01T00:00:00.000Z" });
    expect(await storage.notes.getMany(owner.userId, [note.id])).toEqual([note]);
    expect(await storage.notes.list(owner.userId, {}, { limit: 10 })).toEqual([note]);
    expect(await owner.findIds("owls")).toEqual([note.id]);
    expect((await storage.notes.counts(owner.userId)).totalNotes).toBe(1);
    expect(await storage.notes.history(owner.userId, note.id, { limit: 100 })).toHaveLength(1);
  });

  it("refuses an existing id and does not change the stored note", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const note = await owner.note({ title: "Owls hunt at night" });
    await expectRefusal(
      storage.notes.insert(owner.userId, aNoteWrite({ id: note.id, title: "Bats too" }), []),
      "CONFLICT",
    );
    expect(await storage.notes.get(owner.userId, note.id)).toEqual(note);
    expect(await owner.findIds("bats")).toEqual([]);
    expect(await owner.findIds("owls")).toEqual([note.id]);
    expect((await storage.notes.counts(owner.userId)).totalNotes).toBe(1);
  });

  it("does not change a note when another user inserts its id, refused or not", async () => {
    await using storage = await open();
    const [ada, grace] = [givenOwner(storage), givenOwner(storage)];
    const note = await ada.note({ title: "Owls hunt at night" });
    await Promise.allSettled([storage.notes.insert(grace.userId, aNoteWrite({ id: note.id, title: "Bats too" }), [])]);
    expect(await storage.notes.get(ada.userId, note.id)).toEqual(note);
    expect(await ada.findIds("bats")).toEqual([]);
    expect(await grace.findIds("owls")).toEqual([]);
  });

  it("refuses the id of a deleted note", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const note = await owner.note();
    await owner.delete(note);
    await expectRefusal(storage.notes.insert(owner.userId, aNoteWrite({ id: note.id }), []), "CONFLICT");
    expect(await storage.notes.get(owner.userId, note.id)).toBeNull();
  });

  it("lets one of many parallel inserts of an id succeed", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const { id } = aNote();
    const inserts = Array.from({ length: 10 }, (_, index) =>
      storage.notes.insert(owner.userId, aNoteWrite({ id, title: `Attempt ${index}` }), []),
    );
    expect(await countAccepted(inserts, "CONFLICT")).toBe(1);
    const storedNote = await storage.notes.get(owner.userId, id);
    expect(await owner.findIds(`"${storedNote!.title}"`)).toEqual([id]);
    expect(await owner.findIds("attempt")).toEqual([id]);
  });

  it("stores many notes that one user writes in parallel", async () => {
    await using storage = await open();
    const owner = givenOwner(storage);
    const storedNotes = await Promise.all(
      Array.from({ length: 40 }, (_, index) => owner.note({ title: `Parallel number${index}` })),
    );
    const listedNotes = await storage.notes.list(owner.userId, {}, { limit: 100 });
    expect(listedNotes.map((note) => note.id).toSorted()).toEqual(storedNotes.map((note) => note.id).toSorted());
    expect(await owner.findIds("parallel")).toHaveLength(40);
    expect((await storage.notes.counts(owner.userId)).totalNotes).toBe(40);
  });

  it("keeps users apart, whatever their ids look like", async () => {
    await using storage = await open();
    const base = freshUserId();
    const ids = [
      base,
      `${base}x`,
      `${base} x`,
      base.toUpperCase(),
      `${base}*`,
      `${base}"' OR 1=1`,
      `${base}\u{1F9E0}`,
      `${base}\u00e9`,
      `${base}e\u0301`,
      base.padEnd(200, "z"),
    ];
    const owners = ids.map((userId) => givenOwner(storage, userId));
    for (const [index, owner] of owners.entries()) await owner.note({ title: `Owls of owner${index}` });
    for (const [index, owner] of owners.entries()) {
      expect((await storage.notes.list(owner.userId, {}, { limit: 10 })).map((note) => note.title)).toEqual([
        `Owls of owner${index}`,
      ]);
      expect(await owner.search("owls")).toHaveLength(1);
      expect(await owner.search("ow*")).toHaveLength(1);
      expect((await storage.notes.counts(owner.userId)).totalNotes).toBe(1);
    }
  });
}
