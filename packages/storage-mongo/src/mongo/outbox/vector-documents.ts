import type { Clock } from "@knote/api";
import { inBatches } from "../batches.ts";
import { createSharedReads } from "../shared-reads.ts";
import type { Collections } from "../collections/collections.ts";
import type { NoteDocument } from "../collections/notes.ts";
import type { KeptModelFields, KeptModelsDocument } from "../collections/installation.ts";
import type { Owners } from "../stores/owners.ts";
import type { NoteStanding, VectorDocuments } from "../../ports/vector-documents.ts";
import { createDueNotes } from "./due-notes.ts";
import { createRecentCount } from "./recent-count.ts";
import { createKeptModels } from "./kept-models.ts";
import { createPostponing, nameModels } from "./postponed-notes.ts";
import type { Leases } from "./leases.ts";
import type { Removals } from "../stores/removals.ts";

interface VectorDocumentsDeps {
  readonly collections: Collections;
  readonly owners: Owners;
  readonly clock: Clock;
  readonly leases: Leases;
  readonly removals: Removals;
}

/** Serves vectors in another database: each note records which of its vectors count and which are due. */
export function createVectorDocuments(parts: VectorDocumentsDeps): VectorDocuments {
  const { collections, owners, clock, leases, removals } = parts;
  const { notes } = collections;
  const models = createKeptModels(parts);
  const standings = createSharedReads<string, Map<string, NoteStanding>>();

  async function standingNow(userId: string, ids: readonly string[], number: number | null) {
    const projection = {
      textRevision: 1,
      archived: 1,
      created_at: 1,
      ...(number !== null && { [`vectors.m${number}`]: 1 }),
    };
    const live = await inBatches(ids, (batch) =>
      notes.find({ _id: { $in: batch }, userId, live: true }, { projection }).toArray(),
    );
    return new Map(live.map((note) => [note._id, standingOf(note, number)]));
  }

  /** Makes the note due for nothing if the other kept model has its vectors too, else no longer due for this model. */
  async function complete(
    asAdmitted: object,
    revision: number,
    keptModels: KeptModelsDocument,
    model: KeptModelFields,
  ) {
    const { number } = model;
    const markStored = { $set: { [vectorsOf(model)]: revision }, $addToSet: { done: number } };
    const other = [keptModels.serving, keptModels.next].find((one) => one && one.number !== number);
    const lastOfAll = { ...asAdmitted, ...(other && { done: other.number }) };
    const noMoreDue = { $unset: { due: true, dueSince: true, postponed: true } } as const;
    const result = await notes.updateOne(lastOfAll, { ...markStored, ...noMoreDue });
    if (result.matchedCount > 0) return true;
    if (!other) return false;
    await nameModels(notes, asAdmitted, keptModels);
    const rest = { $pull: { due: number, postponed: { model: number } } };
    return (await notes.updateOne(asAdmitted, { ...markStored, ...rest })).matchedCount > 0;
  }

  /** Makes the note due for a model added meanwhile: that model's listing may already have passed the note. */
  async function makeDueForNew(noteId: string, before: KeptModelsDocument): Promise<void> {
    const { version, serving, next } = await models.read();
    if (version === before.version) return;
    for (const model of [serving, next]) {
      if (model === null || modelByKey(before, model.key)) continue;
      const undone = { _id: noteId, live: true, done: { $ne: model.number } };
      await notes.updateOne(undone, { $addToSet: { due: model.number }, $min: { dueSince: clock.now() } });
    }
  }

  const dueNotes = createDueNotes({ collections, owners, models, leases, clock });
  const postponing = createPostponing({ collections, owners, models, clock, makeDueForNew });

  return {
    ...dueNotes,
    ...postponing,
    recentPending: createRecentCount(dueNotes.pending, clock),
    recentPostponed: createRecentCount(postponing.countPostponed, clock),
    keep: models.keep,
    renew: models.renew,
    markCreating: models.markCreating,
    async keptModels() {
      const { serving, next } = await models.read();
      return { serving: toKeptModel(serving), next: toKeptModel(next) };
    },
    async admit(sub, _id, { key, revision }) {
      const [owner, keptModels] = await Promise.all([owners.find(sub), models.read()]);
      const model = modelByKey(keptModels, key);
      if (owner === null || model === null) return null;
      const projection = { textRevision: 1, vectors: 1 };
      const note = await notes.findOne({ _id, userId: owner.id, live: true }, { projection });
      const settledRevision = note?.vectors[`m${model.number}`] ?? 0;
      return note === null || note.textRevision > revision || settledRevision > revision ? null : settledRevision;
    },
    async settle(sub, _id, { key, revision, complete: isComplete }) {
      const [owner, keptModels] = await Promise.all([owners.find(sub), models.read()]);
      const model = modelByKey(keptModels, key);
      if (owner === null || model === null) return false;
      const current = { _id, userId: owner.id, live: true, textRevision: { $lte: revision } };
      const asAdmitted = { ...current, [vectorsOf(model)]: { $not: { $gt: revision } } };
      if (!isComplete) {
        const rest = {
          $addToSet: { due: model.number },
          $pull: { done: model.number, postponed: { model: model.number } },
          $min: { dueSince: clock.now() },
        };
        const markStored = { $set: { [vectorsOf(model)]: revision }, ...rest };
        return (await notes.updateOne(asAdmitted, markStored)).matchedCount > 0;
      }
      const isSettled = await complete(asAdmitted, revision, keptModels, model);
      if (isSettled) await makeDueForNew(_id, keptModels);
      return isSettled;
    },
    async standing(sub, key, noteIds) {
      const [owner, number] = await Promise.all([owners.find(sub), models.numberOf(key)]);
      if (owner === null) return new Map();
      return await standings(`${owner.id} ${key}`, noteIds, (ids) => standingNow(owner.id, ids, number));
    },
    removals: removals.list,
    confirmRemoved: removals.confirmRemoved,
  };
}

function modelByKey({ serving, next }: KeptModelsDocument, key: string): KeptModelFields | null {
  return [serving, next].find((model) => model?.key === key) ?? null;
}

function vectorsOf({ number }: KeptModelFields): string {
  return `vectors.m${number}`;
}

function standingOf(
  { textRevision, archived, created_at, vectors }: NoteDocument,
  number: number | null,
): NoteStanding {
  const settledRevision = number === null ? 0 : (vectors?.[`m${number}`] ?? 0);
  return { leastRevision: Math.max(textRevision, settledRevision), archived, createdAt: created_at };
}

function toKeptModel(model: KeptModelFields | null) {
  return model && { name: model.name, key: model.key, wasCreated: model.made };
}
