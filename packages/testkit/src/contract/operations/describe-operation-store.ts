import type { Storage, StoredOperation } from "@knote/api";
import { describe, expect, it } from "vitest";
import { freshId } from "../../builders/fresh-id.ts";
import { givenOwner, minute } from "../given.ts";
import type { OpenStorage } from "../open-storage.ts";

/** Long before any operation of another test begins. */
const LONG_AGO = 1_000;

function anOperation(noteIds: readonly string[], fields: Partial<StoredOperation> = {}): StoredOperation {
  const progress = { state: "running", leaseUntil: LONG_AGO } as const;
  const plan = JSON.stringify({ text: "Ähnlich „gesagt“" });
  return { id: freshId(), kind: "merge", at: minute(5), ...progress, noteIds, partIds: [], moved: 2, plan, ...fields };
}

const AT_REST = { state: "done", leaseUntil: 0 } as const;

/** Contract suite of `OperationStore`. */
export function describeOperationStore(name: string, open: OpenStorage): void {
  describe(`OperationStore: ${name}`, () => {
    it("stores an operation as it is, and knows it by its id", async () => {
      await using storage = await open();
      const { userId, ids } = await givenNotes(storage);
      const merge = anOperation(ids.slice(0, 2));
      const split = anOperation([ids[2]!], { kind: "split", partIds: [freshId(), freshId()] });
      for (const operation of [merge, split]) {
        expect(await storage.operations.begin(userId, operation)).toBe("begun");
        expect(await storage.operations.begin(userId, operation)).toBe("exists");
        expect(await storage.operations.get(userId, operation.id)).toEqual(operation);
      }
      expect(await storage.operations.get(userId, freshId())).toBeNull();
    });

    it("refuses an operation of a note that the owner does not have, live or deleted", async () => {
      await using storage = await open();
      const { owner, notes, userId, ids } = await givenNotes(storage);
      const stranger = await givenNotes(storage);
      for (const id of [freshId(), stranger.ids[0]!, "nonsense"])
        await expect(storage.operations.begin(userId, anOperation([ids[0]!, id]))).rejects.toMatchObject({
          code: "NOT_FOUND",
        });
      await expect(storage.operations.begin(givenOwner(storage).userId, anOperation(ids))).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
      expect(await storage.operations.list(userId, { limit: 10 })).toEqual([]);
      await owner.delete(notes[1]!);
      expect(await storage.operations.begin(userId, anOperation(ids.slice(0, 2)))).toBe("begun");
    });

    it("lets only one operation under way have a note, as its part too", async () => {
      await using storage = await open();
      const { userId, ids } = await givenNotes(storage, 4);
      const part = freshId();
      const split = anOperation([ids[0]!], { kind: "split", partIds: [part] });
      await storage.operations.begin(userId, split);
      for (const operation of [
        anOperation([ids[1]!, ids[0]!]),
        anOperation([ids[1]!], { kind: "split", partIds: [part] }),
      ])
        expect(await storage.operations.begin(userId, operation)).toBe("busy");
      const apart = anOperation([ids[1]!, ids[2]!]);
      expect(await storage.operations.begin(userId, apart)).toBe("begun");
      expect(await storage.operations.advance(userId, split.id, split, AT_REST)).toBe("advanced");
      expect(await storage.operations.begin(userId, anOperation([ids[3]!, ids[0]!]))).toBe("begun");
      const undoing = { state: "undoing", leaseUntil: LONG_AGO } as const;
      expect(await storage.operations.advance(userId, split.id, AT_REST, undoing)).toBe("busy");
      expect(await storage.operations.get(userId, split.id)).toEqual({ ...split, ...AT_REST });
      await storage.operations.advance(userId, apart.id, apart, AT_REST);
      expect(await storage.operations.advance(userId, apart.id, AT_REST, undoing)).toBe("advanced");
    });

    it("lets one of many begin that share a note, and one of many take an operation over", async () => {
      await using storage = await open();
      const { userId, ids } = await givenNotes(storage, 6);
      const operations = ids.slice(1).map((id) => anOperation([id, ids[0]!]));
      const outcomes = await Promise.all(operations.map((one) => storage.operations.begin(userId, one)));
      expect(outcomes.toSorted()).toEqual(["begun", "busy", "busy", "busy", "busy"]);
      const first = operations[outcomes.indexOf("begun")]!;
      const takeovers = await Promise.all(
        [1, 2, 3, 4].map((more) =>
          storage.operations.advance(userId, first.id, first, { state: "running", leaseUntil: LONG_AGO + more }),
        ),
      );
      expect(takeovers.toSorted()).toEqual(["advanced", "stale", "stale", "stale"]);
    });

    it("moves an operation on only from exactly where it is", async () => {
      await using storage = await open();
      const { userId, ids } = await givenNotes(storage);
      const operation = anOperation(ids);
      await storage.operations.begin(userId, operation);
      const advance = (from: Partial<StoredOperation>) =>
        storage.operations.advance(userId, operation.id, { ...operation, ...from }, AT_REST);
      expect(await advance({ state: "undoing" })).toBe("stale");
      expect(await advance({ leaseUntil: LONG_AGO + 1 })).toBe("stale");
      const stranger = await givenNotes(storage);
      expect(await storage.operations.advance(stranger.userId, operation.id, operation, AT_REST)).toBe("stale");
      expect(await storage.operations.advance(userId, freshId(), operation, AT_REST)).toBe("stale");
      expect(await storage.operations.get(userId, operation.id)).toEqual(operation);
      expect(await advance({})).toBe("advanced");
      expect(await storage.operations.get(userId, operation.id)).toEqual({ ...operation, ...AT_REST });
    });

    it("lists newest first, page by page, without the steps", async () => {
      await using storage = await open();
      const { userId, ids } = await givenNotes(storage, 5);
      const times = [minute(3), minute(1), minute(2), minute(2), minute(2)];
      const operations = ids.map((id, index) => anOperation([id], { at: times[index]! }));
      for (const operation of operations) await storage.operations.begin(userId, operation);
      const [a, b, c, d, e] = operations.map(({ plan: _, ...outline }) => outline);
      const list = (limit: number, after?: StoredOperation) =>
        storage.operations.list(userId, { limit, ...(after && { after }) });
      const order = [a, ...[c, d, e].toSorted((one, other) => (one!.id < other!.id ? 1 : -1)), b];
      expect(await list(10)).toEqual(order);
      expect(await list(2)).toEqual(order.slice(0, 2));
      expect(
        await list(
          2,
          operations.find(({ id }) => id === order[1]!.id),
        ),
      ).toEqual(order.slice(2, 4));
      expect(await list(2, operations[1])).toEqual([]);
      expect(await storage.operations.list(givenOwner(storage).userId, { limit: 10 })).toEqual([]);
    });

    it("finds operations whose lease has ended, of every user, but none at rest", async () => {
      await using storage = await open();
      const [ada, grace] = [await givenNotes(storage), await givenNotes(storage)];
      const [first, second] = [anOperation(ada.ids), anOperation(grace.ids, { leaseUntil: LONG_AGO + 5 })];
      await storage.operations.begin(ada.userId, first);
      await storage.operations.begin(grace.userId, second);
      const own = async (now: number) =>
        (await storage.operations.findStalled(now, 1_000)).filter(({ userId }) =>
          [ada.userId, grace.userId].includes(userId),
        );
      expect(await own(LONG_AGO - 1)).toEqual([]);
      expect(await own(LONG_AGO)).toEqual([{ userId: ada.userId, id: first.id }]);
      expect(await own(LONG_AGO + 5)).toHaveLength(2);
      expect(await storage.operations.findStalled(LONG_AGO + 5, 1)).toHaveLength(1);
      await storage.operations.advance(ada.userId, first.id, first, AT_REST);
      expect(await own(LONG_AGO + 5)).toEqual([{ userId: grace.userId, id: second.id }]);
      await storage.users.erase(grace.userId, 0);
      expect(await own(LONG_AGO + 5)).toEqual([]);
    });

    it("forgets operations by id, and old ones of all users, but none under way", async () => {
      await using storage = await open();
      const { userId, ids } = await givenNotes(storage, 4);
      const longAgo = { at: "2001-01-01T00:00:00.000Z" };
      const [old, busy, edge, one] = [
        anOperation([ids[0]!], longAgo),
        anOperation([ids[1]!], longAgo),
        anOperation([ids[2]!], { at: "2001-01-02T00:00:00.000Z" }),
        anOperation([ids[3]!]),
      ];
      for (const operation of [old, busy, edge, one]) await storage.operations.begin(userId, operation);
      for (const operation of [old, edge, one])
        await storage.operations.advance(userId, operation.id, operation, AT_REST);
      expect(await storage.operations.removeBefore(edge.at, 10)).toBe(1);
      expect(await storage.operations.removeBefore(edge.at, 10)).toBe(0);
      const rest = async () => (await storage.operations.list(userId, { limit: 10 })).map(({ id }) => id);
      expect(await rest()).toEqual([one.id, edge.id, busy.id]);
      expect(await storage.operations.remove(givenOwner(storage).userId, one.id)).toBe(false);
      expect(await storage.operations.remove(userId, one.id)).toBe(true);
      expect(await storage.operations.remove(userId, one.id)).toBe(false);
      expect(await rest()).toEqual([edge.id, busy.id]);
      expect(await storage.operations.begin(userId, anOperation([ids[3]!]))).toBe("begun");
    });

    it("keeps the operations of one user from every other", async () => {
      await using storage = await open();
      const [ada, grace] = [await givenNotes(storage), await givenNotes(storage)];
      const operation = anOperation(ada.ids);
      await storage.operations.begin(ada.userId, operation);
      expect(await storage.operations.get(grace.userId, operation.id)).toBeNull();
      const same = anOperation(grace.ids, { id: operation.id });
      expect(await storage.operations.begin(grace.userId, same)).toBe("begun");
      expect(await storage.operations.get(ada.userId, operation.id)).toEqual(operation);
    });

    it("keeps an operation while its note is in the trash, and forgets it with a purge or an erasure", async () => {
      await using storage = await open();
      const { owner, notes, userId, ids } = await givenNotes(storage, 4);
      const split = anOperation([ids[2]!], { kind: "split", partIds: [ids[3]!] });
      const merge = anOperation(ids.slice(0, 2));
      const other = anOperation([ids[2]!], { at: minute(1) });
      await storage.operations.begin(userId, split);
      await storage.operations.advance(userId, split.id, split, AT_REST);
      await storage.operations.begin(userId, merge);
      await storage.operations.begin(userId, other);
      await owner.delete(notes[1]!);
      expect(await storage.operations.get(userId, merge.id)).toEqual(merge);
      await owner.purge(notes[1]!);
      await owner.purge(notes[3]!);
      expect(await storage.operations.list(userId, { limit: 10 })).toEqual([expect.objectContaining({ id: other.id })]);
      expect(await storage.operations.begin(userId, anOperation([ids[0]!]))).toBe("begun");
      await storage.users.erase(userId, 0);
      expect(await storage.operations.list(userId, { limit: 10 })).toEqual([]);
    });
  });
}

async function givenNotes(storage: Storage, count = 3) {
  const owner = givenOwner(storage);
  const notes = await owner.notes(Array.from({ length: count }, (_, index) => `Note ${index}`));
  return { owner, userId: owner.userId, notes, ids: notes.map(({ id }) => id) };
}
