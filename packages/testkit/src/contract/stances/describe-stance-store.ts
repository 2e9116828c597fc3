import { STANCES_AT_ONCE, type StanceEntry, type Storage } from "@knote/api";
import { describe, expect, it } from "vitest";
import { freshId } from "../../builders/fresh-id.ts";
import { givenOwner, minute } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";

function anEntry(noteId: string, number: number, fields: Partial<StanceEntry> = {}): StanceEntry {
  const stance = { confidence: 0.7, expects: "It lasts.", review_on: "2026-06-01" };
  return { noteId, number, at: minute(number), kind: "stance", ...stance, outcome: null, text: null, ...fields };
}

/** Contract suite of `StanceStore`. */
export function describeStanceStore(name: string, open: OpenStorage): void {
  describe(`StanceStore: ${name}`, () => {
    it("returns the log of a note as it was written, oldest first, and its last entry", async () => {
      await using storage = await open();
      const { userId, ids } = await givenNotes(storage);
      const [one, other, without] = ids as [string, string, string];
      const log = [
        anEntry(one, 1, { confidence: null, expects: null, review_on: null }),
        anEntry(one, 2, { confidence: 0.1 + 0.2 }),
        anEntry(one, 3, { kind: "outcome", outcome: "came_false", text: "It was 梟." }),
        anEntry(one, 4, { kind: "withdrawn" }),
      ];
      expect(await storage.stances.add(userId, [...log.slice(0, 2), anEntry(other, 1)])).toBe(3);
      expect(await storage.stances.add(userId, log.slice(2))).toBe(2);
      expect(await storage.stances.ofNote(userId, one)).toEqual(log);
      expect(await storage.stances.ofNote(userId, without)).toEqual([]);
      const latest = await storage.stances.latest(userId, [one, other, without, one, "unknown"]);
      expect(new Set(latest)).toEqual(new Set([log[3], anEntry(other, 1)]));
      expect(latest).toHaveLength(2);
      expect(await storage.stances.latest(userId, [])).toEqual([]);
      expect(await storage.stances.add(userId, [])).toBe(0);
    });

    it("never changes an entry: of two writers of one place, one adds it", async () => {
      await using storage = await open();
      const { userId, ids } = await givenNotes(storage);
      const first = anEntry(ids[0]!, 1);
      const rivals = [0.2, 0.3].map((confidence) => anEntry(ids[0]!, 2, { confidence }));
      expect(await storage.stances.add(userId, [first])).toBe(1);
      const counts = await Promise.all(rivals.map((entry) => storage.stances.add(userId, [entry])));
      expect(counts.toSorted()).toEqual([0, 1]);
      const log = [first, rivals[counts.indexOf(1)]];
      expect(await storage.stances.add(userId, [{ ...first, confidence: 0.9 }])).toBe(0);
      expect(await storage.stances.ofNote(userId, ids[0]!)).toEqual(log);
    });

    it("lists the entries of all notes page by page, those of one note in order", async () => {
      await using storage = await open();
      const { userId, ids } = await givenNotes(storage);
      const logs = ids.map((id, index) => Array.from({ length: 11 + index }, (_, place) => anEntry(id, place + 1)));
      await storage.stances.add(userId, logs.flat());
      for (const limit of [1, 4, STANCES_AT_ONCE]) {
        const entries = await wholeList(storage, userId, limit);
        expect(entries).toHaveLength(logs.flat().length);
        const groups = Map.groupBy(entries, ({ noteId }) => noteId);
        expect([...groups.keys()].map((id) => groups.get(id)).flat()).toEqual(entries);
        for (const [index, id] of ids.entries()) expect(groups.get(id)).toEqual(logs[index]);
      }
      expect(await storage.stances.list(userId, { limit: logs.flat().length })).toMatchObject({ next: null });
    });

    it("leaves out entries of notes that the owner does not have", async () => {
      await using storage = await open();
      const [ada, grace] = [await givenNotes(storage), await givenNotes(storage)];
      const entries = [anEntry(freshId(), 1), anEntry(grace.ids[0]!, 1), anEntry(ada.ids[0]!, 1)];
      expect(await storage.stances.add(ada.userId, entries)).toBe(1);
      expect(await wholeList(storage, ada.userId, 10)).toEqual([entries[2]]);
      expect(await storage.stances.add(givenOwner(storage).userId, entries)).toBe(0);
    });

    it("keeps the log of one user from every other", async () => {
      await using storage = await open();
      const [ada, grace] = [await givenNotes(storage), await givenNotes(storage)];
      const [id] = ada.ids as [string];
      await storage.stances.add(ada.userId, [anEntry(id, 1)]);
      expect(await storage.stances.ofNote(grace.userId, id)).toEqual([]);
      expect(await storage.stances.latest(grace.userId, [id])).toEqual([]);
      expect(await wholeList(storage, grace.userId, 10)).toEqual([]);
      expect(await storage.stances.ofNote(ada.userId, id)).toHaveLength(1);
    });

    it("keeps a log while its note is in the trash, and forgets it with a purge or an erasure", async () => {
      await using storage = await open();
      const { owner, notes, userId, ids } = await givenNotes(storage);
      await storage.stances.add(
        userId,
        ids.map((id) => anEntry(id, 1)),
      );
      await owner.delete(notes[0]!);
      expect(await storage.stances.ofNote(userId, ids[0]!)).toHaveLength(1);
      expect(await storage.stances.add(userId, [anEntry(ids[0]!, 2)])).toBe(1);
      await owner.purge(notes[0]!);
      await owner.purge(notes[1]!);
      expect(await wholeList(storage, userId, 10)).toEqual([anEntry(ids[2]!, 1)]);
      expect(await storage.stances.add(userId, [anEntry(ids[0]!, 1)])).toBe(0);
      await storage.users.erase(userId, 0);
      expect(await wholeList(storage, userId, 10)).toEqual([]);
    });
  });
}

async function givenNotes(storage: Storage) {
  const owner = givenOwner(storage);
  const notes = await owner.notes(["Owls hunt", "Bats hunt", "Hawks hunt"]);
  return { owner, userId: owner.userId, notes, ids: notes.map(({ id }) => id) };
}

async function wholeList(storage: Storage, userId: string, limit: number): Promise<StanceEntry[]> {
  const entries: StanceEntry[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const page = await storage.stances.list(userId, { limit, ...(after !== undefined && { after }) });
    expect(page.entries.length).toBeLessThanOrEqual(limit);
    entries.push(...page.entries);
    after = page.next;
  }
  return entries;
}
