import type { Look, Storage } from "@knote/api";
import { lookKey } from "@knote/api";
import { describe, expect, it } from "vitest";
import { freshId } from "../../builders/fresh-id.ts";
import { givenOwner, minute } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";

function aLook(key: string, fields: Partial<Look> = {}): Look {
  return { key, basis: "head", verdict: "fine", reason: null, details: null, at: minute(5), ...fields };
}

/** Contract suite of `LookStore`. */
export function describeLookStore(name: string, open: OpenStorage): void {
  describe(`LookStore: ${name}`, () => {
    it("stores looks and replaces the earlier one of a key", async () => {
      await using storage = await open();
      const { userId, ids } = await givenNotes(storage);
      const [first, second] = [aLook(lookKey("review", ids[0]!, ids[1])), aLook(lookKey("cause", ids[1]!))];
      expect(await storage.looks.put(userId, [first, second])).toBe(2);
      const later = aLook(first.key, {
        basis: "other",
        verdict: "retyped",
        reason: "So.",
        details: "{}",
        at: minute(6),
      });
      expect(await storage.looks.put(userId, [later])).toBe(1);
      const foundLooks = await storage.looks.get(userId, [
        first.key,
        second.key,
        first.key,
        lookKey("orphan", ids[0]!),
      ]);
      expect(new Set(foundLooks)).toEqual(new Set([later, second]));
      expect(foundLooks).toHaveLength(2);
      expect(await storage.looks.get(userId, [])).toEqual([]);
      expect(await storage.looks.put(userId, [])).toBe(0);
    });

    it("removes looks by key and returns how many there were", async () => {
      await using storage = await open();
      const { userId, ids } = await givenNotes(storage);
      const keys = ids.map((id) => lookKey("orphan", id));
      await storage.looks.put(
        userId,
        keys.map((key) => aLook(key)),
      );
      expect(await storage.looks.remove(userId, [keys[0]!, keys[0]!, "orphan unknown"])).toBe(1);
      expect(await storage.looks.remove(userId, [keys[0]!])).toBe(0);
      expect(await storage.looks.remove(userId, [])).toBe(0);
      expect((await storage.looks.get(userId, keys)).map(({ key }) => key).toSorted()).toEqual(
        keys.slice(1).toSorted(),
      );
    });

    it("lists the looks of a kind page by page, ordered by key", async () => {
      await using storage = await open();
      const { userId, ids } = await givenNotes(storage, 5);
      const keys = ids.map((id) => lookKey("near", id, ids[0])).toSorted();
      await storage.looks.put(
        userId,
        [...keys, lookKey("orphan", ids[0]!), lookKey("contested", ids[1]!, ids[0])].map((key) => aLook(key)),
      );
      const list = async (limit: number, after?: string) =>
        (await storage.looks.list(userId, "near", { limit, ...(after !== undefined && { after }) })).map(
          ({ key }) => key,
        );
      expect(await list(10)).toEqual(keys);
      expect(await list(2)).toEqual(keys.slice(0, 2));
      expect(await list(2, keys[1])).toEqual(keys.slice(2, 4));
      expect(await list(2, keys[4])).toEqual([]);
      expect(await storage.looks.list(userId, "proposal", { limit: 10 })).toEqual([]);
    });

    it("keeps a decision and a judgement of one pair apart, with all their details", async () => {
      await using storage = await open();
      const { userId, ids } = await givenNotes(storage);
      const details = JSON.stringify({ quote: "\u{1F9E0} „so“\n\\ ".repeat(200), texts: null });
      const [decision, judgement] = (["proposal", "judgement"] as const).map((kind) =>
        aLook(lookKey(kind, ids[1]!, ids[0]), { verdict: "accepted", details }),
      ) as [Look, Look];
      await storage.looks.put(userId, [decision, judgement]);
      expect(await storage.looks.list(userId, "proposal", { limit: 10 })).toEqual([decision]);
      expect(await storage.looks.list(userId, "judgement", { limit: 10 })).toEqual([judgement]);
      await storage.looks.remove(userId, [judgement.key]);
      expect(await storage.looks.get(userId, [decision.key, judgement.key])).toEqual([decision]);
    });

    it("leaves out looks at notes that the owner does not have", async () => {
      await using storage = await open();
      const { userId, ids } = await givenNotes(storage);
      const stranger = await givenNotes(storage);
      const keys = [lookKey("orphan", freshId()), lookKey("near", ids[0]!, stranger.ids[0]), lookKey("cause", ids[0]!)];
      expect(
        await storage.looks.put(
          userId,
          keys.map((key) => aLook(key)),
        ),
      ).toBe(1);
      expect((await storage.looks.get(userId, keys)).map(({ key }) => key)).toEqual([keys[2]]);
      expect(await storage.looks.put(givenOwner(storage).userId, [aLook(keys[2]!)])).toBe(0);
    });

    it("keeps the looks of one user from every other", async () => {
      await using storage = await open();
      const [ada, grace] = [await givenNotes(storage), await givenNotes(storage)];
      const key = lookKey("orphan", ada.ids[0]!);
      await storage.looks.put(ada.userId, [aLook(key)]);
      expect(await storage.looks.get(grace.userId, [key])).toEqual([]);
      expect(await storage.looks.list(grace.userId, "orphan", { limit: 10 })).toEqual([]);
      expect(await storage.looks.remove(grace.userId, [key])).toBe(0);
      expect(await storage.looks.get(ada.userId, [key])).toHaveLength(1);
    });

    it("keeps a look while its note is in the trash, and forgets it with a purge of either note or an erasure", async () => {
      await using storage = await open();
      const { owner, notes, userId, ids } = await givenNotes(storage);
      const keys = [lookKey("near", ids[0]!, ids[1]), lookKey("near", ids[2]!, ids[0]), lookKey("orphan", ids[1]!)];
      await storage.looks.put(
        userId,
        keys.map((key) => aLook(key)),
      );
      await owner.delete(notes[0]!);
      expect(await storage.looks.get(userId, keys)).toHaveLength(3);
      await owner.purge(notes[0]!);
      expect((await storage.looks.get(userId, keys)).map(({ key }) => key)).toEqual([keys[2]]);
      await storage.users.erase(userId, 0);
      expect(await storage.looks.get(userId, keys)).toEqual([]);
    });
  });
}

async function givenNotes(storage: Storage, count = 3) {
  const owner = givenOwner(storage);
  const notes = await owner.notes(Array.from({ length: count }, (_, index) => `Note ${index}`));
  return { owner, userId: owner.userId, notes, ids: notes.map(({ id }) => id) };
}
