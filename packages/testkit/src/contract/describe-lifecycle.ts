import { describe, expect, it } from "vitest";
import { aNote, aNoteWrite } from "../builders/a-note.ts";
import { freshUserId } from "../builders/fresh-id.ts";
import { givenOwner, searchable } from "./given.ts";
import type { OpenStorage } from "./open-storage.ts";
import { MODEL, vectorAt } from "./search/vector-library.ts";

/** Contract suite of a storage as a whole. */
export function describeLifecycle(name: string, open: OpenStorage): void {
  describe(`Storage: ${name}`, () => {
    it("can be read, written and searched while it is open", async () => {
      await using storage = await open();
      await storage.checkDocuments();
      await storage.checkSearch();
    });

    it("reads the texts of all users' live notes", async () => {
      await using storage = await open();
      const [owner, other] = [givenOwner(storage), givenOwner(storage)];
      const [first, second] = [await owner.note(), await other.note()];
      const deletedNote = await owner.note({ title: `Deleted ${freshUserId()}` });
      await owner.delete(deletedNote);
      const texts = (await Array.fromAsync(storage.noteTexts())).map(({ title, content }) => ({ title, content }));
      for (const { title, content } of [first, second]) expect(texts).toContainEqual({ title, content });
      expect(texts.map(({ title }) => title)).not.toContain(deletedNote.title);
    });

    it("can be closed more than once", async () => {
      await using storage = await open();
      await givenOwner(storage).note();
      await Promise.all([storage.close(), storage.close()]);
      await storage.close();
    });

    it("rejects every call once it is closed", async () => {
      await using storage = await open();
      const owner = givenOwner(storage);
      const note = await owner.note();
      await storage.close();
      const vector = vectorAt(0);
      const calls: readonly (() => Promise<unknown>)[] = [
        () => storage.checkDocuments(),
        () => storage.checkSearch(),
        () => storage.notes.insert(owner.userId, aNoteWrite(), []),
        () => storage.notes.get(owner.userId, note.id),
        () => storage.notes.list(owner.userId, {}, { limit: 1 }),
        () => storage.notes.counts(owner.userId),
        () => storage.links.list(owner.userId, { limit: 1 }),
        () => storage.links.states(owner.userId),
        () => storage.keywords.search(owner.userId, searchable("owls"), {}),
        () =>
          storage.vectors.put(owner.userId, aNote().id, {
            model: MODEL.name,
            revision: 1,
            windows: [],
            complete: true,
          }),
        () => storage.vectors.nearest(owner.userId, MODEL.name, vector, { limit: 1 }),
        () => storage.vectors.pending(MODEL.name),
        () => storage.activity.append(owner.userId, []),
        () => storage.activity.latest(owner.userId, 1),
        () => storage.quota.usage(owner.userId, "2026-03", 0),
        () => storage.users.ensure(freshUserId(), "free"),
        () => storage.idempotency.release(owner.userId, "key", "seed"),
      ];
      for (const [index, call] of calls.entries()) await expect(call(), `call ${index}`).rejects.toBeInstanceOf(Error);
    });
  });
}
