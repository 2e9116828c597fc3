import { newestOperationFirst, noteNotFound, type OperationStore, type StoredOperation } from "@knote/api";
import type { Shelf } from "./shelf.ts";

export function createMemoryOperations(shelf: Shelf): OperationStore {
  const operationsOf = (userId: string) => new Map<string, StoredOperation>(shelf.operations.get(userId));
  const hasNotes = (userId: string, { noteIds }: StoredOperation) =>
    noteIds.every((id) => shelf.notes.get(id)?.userId === userId);

  function isBusy(userId: string, operation: StoredOperation): boolean {
    const ids = new Set(idsOf(operation));
    return [...operationsOf(userId).values()].some(
      (other) => other.id !== operation.id && other.leaseUntil > 0 && idsOf(other).some((id) => ids.has(id)),
    );
  }

  function store(userId: string, operation: StoredOperation): void {
    shelf.operations.set(userId, operationsOf(userId).set(operation.id, operation));
  }

  return {
    async begin(userId, operation) {
      if (!hasNotes(userId, operation)) throw noteNotFound();
      if (operationsOf(userId).has(operation.id)) return "exists";
      if (isBusy(userId, operation)) return "busy";
      store(userId, operation);
      return "begun";
    },
    async advance(userId, id, from, { state, leaseUntil }) {
      const operation = operationsOf(userId).get(id);
      if (operation?.state !== from.state || operation.leaseUntil !== from.leaseUntil) return "stale";
      if (leaseUntil > 0 && isBusy(userId, operation)) return "busy";
      store(userId, { ...operation, state, leaseUntil });
      return "advanced";
    },
    async get(userId, id) {
      return operationsOf(userId).get(id) ?? null;
    },
    async list(userId, { limit, after }) {
      return [...operationsOf(userId).values()]
        .filter((operation) => after === undefined || newestOperationFirst(after, operation) < 0)
        .toSorted(newestOperationFirst)
        .slice(0, limit)
        .map(({ plan: _, ...outline }) => outline);
    },
    async remove(userId, id) {
      const operations = operationsOf(userId);
      const wasFound = operations.delete(id);
      shelf.operations.set(userId, operations);
      return wasFound;
    },
    async findStalled(now, limit) {
      return everyOperation(shelf)
        .filter(({ operation: { leaseUntil } }) => leaseUntil > 0 && leaseUntil <= now)
        .toSorted((one, other) => one.operation.leaseUntil - other.operation.leaseUntil)
        .slice(0, limit)
        .map(({ userId, operation: { id } }) => ({ userId, id }));
    },
    async removeBefore(at, limit) {
      const old = everyOperation(shelf).filter(({ operation }) => operation.at < at && operation.leaseUntil === 0);
      for (const { userId, operation } of old.slice(0, limit)) forgetOperations(shelf, userId, [operation.id]);
      return Math.min(old.length, limit);
    },
  };
}

/** Forgets the operations that have the note. */
export function forgetOperationsOf(shelf: Shelf, userId: string, noteId: string): void {
  const operations = [...(shelf.operations.get(userId)?.values() ?? [])];
  const goneOperations = operations.filter((operation) => idsOf(operation).includes(noteId));
  forgetOperations(
    shelf,
    userId,
    goneOperations.map(({ id }) => id),
  );
}

function forgetOperations(shelf: Shelf, userId: string, ids: readonly string[]): void {
  const operations = new Map(shelf.operations.get(userId));
  for (const id of ids) operations.delete(id);
  shelf.operations.set(userId, operations);
}

function everyOperation(shelf: Shelf) {
  return [...shelf.operations].flatMap(([userId, operations]) =>
    [...operations.values()].map((operation) => ({ userId, operation })),
  );
}

function idsOf({ noteIds, partIds }: StoredOperation): string[] {
  return [...noteIds, ...partIds];
}
