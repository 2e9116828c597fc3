import { noteNotFound, type OperationOutline, type OperationStore, type StoredOperation } from "@knote/api";
import { inBatches } from "../batches.ts";
import type { OperationDocument } from "../collections/operations.ts";
import { isDuplicate } from "../connection/duplicate-keys.ts";
import type { StoreDeps } from "./store-deps.ts";

const ENTRY = { _id: 0, userId: 0, allIds: 0, busyIds: 0 } as const;
const OUTLINE = { ...ENTRY, plan: 0 } as const;

/** A unique index over the ids of notes lets only one operation under way have each of them. */
export function createOperationStore({
  collections,
  owners,
}: Pick<StoreDeps, "collections" | "owners">): OperationStore {
  const { operations, notes } = collections;

  async function hasNotes(userId: string, noteIds: readonly string[]): Promise<boolean> {
    const rows = await inBatches(noteIds, (batch) =>
      notes.find({ _id: { $in: batch }, userId, purging: { $exists: false } }, { projection: { _id: 1 } }).toArray(),
    );
    return rows.length === new Set(noteIds).size;
  }

  return {
    async begin(sub, operation) {
      const owner = await owners.find(sub);
      if (owner === null || !(await hasNotes(owner.id, operation.noteIds))) throw noteNotFound();
      const document = operationDocument(owner.id, operation);
      try {
        await operations.insertOne(document);
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        const { _id } = document;
        return (await operations.findOne({ _id }, { projection: { _id: 1 } })) === null ? "busy" : "exists";
      }
      // A note may have been purged with its operations before this one was stored.
      if (await hasNotes(owner.id, operation.noteIds)) return "begun";
      await operations.deleteOne({ _id: document._id, userId: owner.id });
      throw noteNotFound();
    },
    async advance(sub, id, from, to) {
      const owner = await owners.find(sub);
      const entry =
        owner && (await operations.findOne({ _id: operationId(owner.id, id) }, { projection: { allIds: 1 } }));
      if (!owner || !entry) return "stale";
      const asFound = { _id: entry._id, userId: owner.id, state: from.state, leaseUntil: from.leaseUntil };
      const change =
        to.leaseUntil > 0
          ? { $set: { ...to, busyIds: entry.allIds } }
          : { $set: { ...to }, $unset: { busyIds: true as const } };
      try {
        return (await operations.updateOne(asFound, change)).matchedCount > 0 ? "advanced" : "stale";
      } catch (error) {
        if (isDuplicate(error)) return "busy";
        throw error;
      }
    },
    async get(sub, id) {
      const owner = await owners.find(sub);
      const filter = owner && { _id: operationId(owner.id, id), userId: owner.id };
      const entry = filter && (await operations.findOne(filter, { projection: ENTRY }));
      return entry && operationOf(entry);
    },
    async list(sub, { limit, after }) {
      const owner = await owners.find(sub);
      if (owner === null) return [];
      const older = after && { $or: [{ at: { $lt: after.at } }, { at: after.at, id: { $lt: after.id } }] };
      const page = operations.find({ userId: owner.id, ...older }, { projection: OUTLINE }).sort({ at: -1, id: -1 });
      return (await page.limit(limit).toArray()).map(outlineOf);
    },
    async remove(sub, id) {
      const owner = await owners.find(sub);
      if (owner === null) return false;
      const { deletedCount } = await operations.deleteOne({ _id: operationId(owner.id, id), userId: owner.id });
      return deletedCount > 0;
    },
    async findStalled(now, limit) {
      const entries = await operations
        .find({ leaseUntil: { $gt: 0, $lte: now } }, { projection: { userId: 1, id: 1 } })
        .sort({ leaseUntil: 1 })
        .limit(limit)
        .toArray();
      const subs = await owners.subsOf(entries.map(({ userId }) => userId));
      return entries.flatMap(({ userId, id }) => {
        const sub = subs.get(userId);
        return sub === undefined ? [] : [{ userId: sub, id }];
      });
    },
    async removeBefore(at, limit) {
      const old = { at: { $lt: at }, leaseUntil: 0 };
      const ids = (
        await operations
          .find(old, { projection: { _id: 1 } })
          .limit(limit)
          .toArray()
      ).map(({ _id }) => _id);
      if (ids.length === 0) return 0;
      return (await operations.deleteMany({ _id: { $in: ids }, ...old })).deletedCount;
    },
  };
}

export function operationDocument(userId: string, operation: StoredOperation): OperationDocument {
  const { id, noteIds, partIds, leaseUntil } = operation;
  const allIds = [...noteIds, ...partIds];
  const busyFields = leaseUntil > 0 ? { busyIds: allIds } : {};
  return {
    ...operationOf(operation),
    ...{ _id: operationId(userId, id), userId, noteIds: [...noteIds], partIds: [...partIds], allIds, ...busyFields },
  };
}

export function operationOf(entry: StoredOperation): StoredOperation {
  return { ...outlineOf(entry), plan: entry.plan };
}

function outlineOf({ id, kind, at, state, leaseUntil, noteIds, partIds, moved }: OperationOutline): OperationOutline {
  return { id, kind, at, state, leaseUntil, noteIds, partIds, moved };
}

function operationId(userId: string, id: string): string {
  return `${userId} ${id}`;
}
