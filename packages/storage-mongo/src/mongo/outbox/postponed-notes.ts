import type { Clock, VectorIndex } from "@knote/api";
import type { mongo } from "mongoose";
import type { Collections } from "../collections/collections.ts";
import { EVERY_MODEL, type NoteDocument } from "../collections/notes.ts";
import type { KeptModelsDocument } from "../collections/installation.ts";
import type { Owners } from "../stores/owners.ts";
import { modelIn, type KeptModelsRegister } from "./kept-models.ts";

interface PostponingDeps {
  readonly collections: Pick<Collections, "notes">;
  readonly owners: Pick<Owners, "find">;
  readonly models: Pick<KeptModelsRegister, "read">;
  readonly clock: Clock;
  /** To be called once a note that was due for every model is due for those of `before` alone. */
  readonly makeDueForNew: (noteId: string, before: KeptModelsDocument) => Promise<void>;
}

/** Postpones notes. A postponed note is not due, so that reads of due notes need not skip it. */
export function createPostponing(parts: PostponingDeps): Pick<VectorIndex, "postpone" | "countPostponed"> {
  const { owners, models, clock, makeDueForNew } = parts;
  const { notes } = parts.collections;
  return {
    async postpone(sub, _id, { model: name, revision, forMs }) {
      const [owner, keptModels] = await Promise.all([owners.find(sub), models.read()]);
      const model = modelIn(keptModels, name);
      if (owner === null || model === null) return;
      const undone = { live: true, textRevision: { $lte: revision }, done: { $ne: model.number } };
      const current = { _id, userId: owner.id, ...undone };
      await nameModels(notes, current, keptModels);
      const entry = { model: model.number, until: clock.now() + forMs };
      const later = { $pull: { due: model.number }, $push: { postponed: entry } };
      await notes.updateOne({ ...current, due: model.number }, later);
      await makeDueForNew(_id, keptModels);
    },
    async countPostponed(name) {
      const model = modelIn(await models.read(), name);
      return model === null ? 0 : await notes.countDocuments({ "postponed.model": model.number });
    },
  };
}

/** Replaces "due for every model" by the kept models' numbers, so that a note can be due for all but one. */
export async function nameModels(
  notes: Collections["notes"],
  which: mongo.Filter<NoteDocument>,
  { serving, next }: KeptModelsDocument,
): Promise<void> {
  const numbers = [serving, next].flatMap((model) => model?.number ?? []);
  await notes.updateOne({ ...which, due: EVERY_MODEL }, { $set: { due: numbers } });
}

/** Makes notes due again whose postponement has ended. */
export async function resume(notes: Collections["notes"], model: number, now: number): Promise<void> {
  const over = { "postponed.model": model, postponed: { $elemMatch: { model, until: { $lte: now } } } };
  await notes.updateMany(over, { $addToSet: { due: model }, $pull: { postponed: { model } } });
}
