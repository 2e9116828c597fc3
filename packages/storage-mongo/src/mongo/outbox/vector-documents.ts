import type { Clock } from "@knote/api";
import { inBatches } from "../batches.ts";
import { createSharedAsks } from "../shared-asks.ts";
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

interface Parts {
  readonly collections: Collections;
  readonly owners: Owners;
  readonly clock: Clock;
  readonly leases: Leases;
  readonly removals: Removals;
}

/** Serves vectors in another database: each note records which of its vectors count and which are due. */
export function createVectorDocuments(parts: Parts): VectorDocuments {
  const { collections, owners, clock, leases, removals } = parts;
  const { notes } = collections;
  const models = createKeptModels(parts);
  const standings = createSharedAsks<string, Map<string, NoteStanding>>();

  async function standingNow(userId: string, ids: readonly string[], number: number | null) {
    const projection = { textRevision: 1, archived: 1, ...(number !== null && { [`vectors.m${number}`]: 1 }) };
    const live = await inBatches(ids, (batch) =>
      notes.find({ _id: { $in: batch }, userId, live: true }, { projection }).toArray(),
    );
    return new Map(live.map((note) => [note._id, standingOf(note, number)]));
  }

  /** Makes the note due for nothing if the other kept model has its vectors too, else no longer due for this model. */
  async function complete(asAdmitted: object, revision: number, kept: KeptModelsDocument, model: KeptModelFields) {
    const { number } = model;
    const stored = { $set: { [vectorsOf(model)]: revision }, $addToSet: { done: number } };
    const other = [kept.serving, kept.next].find((one) => one && one.number !== number);
    const lastOfAll = { ...asAdmitted, ...(other && { done: other.number }) };
    const noMoreDue = { $unset: { due: true, dueSince: true, postponed: true } } as const;
    const settled = await notes.updateOne(lastOfAll, { ...stored, ...noMoreDue });
    if (settled.matchedCount > 0) return true;
    if (!other) return false;
    await nameModels(notes, asAdmitted, kept);
    const rest = { $pull: { due: number, postponed: { model: number } } };
    return (await notes.updateOne(asAdmitted, { ...stored, ...rest })).matchedCount > 0;
  }

  /** Makes the note due for a model added meanwhile: that model's listing may already have passed the note. */
  async function makeDueForNew(noteId: string, before: KeptModelsDocument): Promise<void> {
    const { version, serving, next } = await models.read();
    if (version === before.version) return;
    for (const model of [serving, next]) {
      if (model === null || isKept(before, model.key)) continue;
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
    recentPostponed: createRecentCount(postponing.postponed, clock),
    keep: models.keep,
    renew: models.renew,
    making: models.making,
    async kept() {
      const { serving, next } = await models.read();
      return { serving: named(serving), next: named(next) };
    },
    async admit(sub, _id, { key, revision }) {
      const [owner, kept] = await Promise.all([owners.find(sub), models.read()]);
      const model = isKept(kept, key);
      if (owner === null || model === null) return null;
      const projection = { textRevision: 1, vectors: 1 };
      const note = await notes.findOne({ _id, userId: owner.id, live: true }, { projection });
      const settled = note?.vectors[`m${model.number}`] ?? 0;
      return note === null || note.textRevision > revision || settled > revision ? null : settled;
    },
    async settle(sub, _id, { key, revision, complete: isComplete }) {
      const [owner, kept] = await Promise.all([owners.find(sub), models.read()]);
      const model = isKept(kept, key);
      if (owner === null || model === null) return false;
      const current = { _id, userId: owner.id, live: true, textRevision: { $lte: revision } };
      const asAdmitted = { ...current, [vectorsOf(model)]: { $not: { $gt: revision } } };
      if (!isComplete) {
        const rest = {
          $addToSet: { due: model.number },
          $pull: { done: model.number, postponed: { model: model.number } },
          $min: { dueSince: clock.now() },
        };
        const stored = { $set: { [vectorsOf(model)]: revision }, ...rest };
        return (await notes.updateOne(asAdmitted, stored)).matchedCount > 0;
      }
      const isSettled = await complete(asAdmitted, revision, kept, model);
      if (isSettled) await makeDueForNew(_id, kept);
      return isSettled;
    },
    async standing(sub, key, noteIds) {
      const [owner, number] = await Promise.all([owners.find(sub), models.numberOf(key)]);
      if (owner === null) return new Map();
      return await standings(`${owner.id} ${key}`, noteIds, (ids) => standingNow(owner.id, ids, number));
    },
    removals: removals.list,
    removed: removals.done,
  };
}

function isKept({ serving, next }: KeptModelsDocument, key: string): KeptModelFields | null {
  return [serving, next].find((model) => model?.key === key) ?? null;
}

function vectorsOf({ number }: KeptModelFields): string {
  return `vectors.m${number}`;
}

function standingOf({ textRevision, archived, vectors }: NoteDocument, number: number | null): NoteStanding {
  const settled = number === null ? 0 : (vectors?.[`m${number}`] ?? 0);
  return { leastRevision: Math.max(textRevision, settled), archived };
}

function named(model: KeptModelFields | null) {
  return model && { name: model.name, key: model.key, made: model.made };
}
