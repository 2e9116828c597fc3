import type { DueNote, VectorIndex } from "@knote/api";
import type { mongo } from "mongoose";
import type { Collections } from "../models/collections.ts";
import { EVERY_MODEL, type NoteDocument } from "../models/note-model.ts";
import type { Owners } from "../stores/owners.ts";
import { modelIn, type KeptModelsRegister } from "./kept-models.ts";
import type { Leases } from "./leases.ts";

const OLDEST_FIRST = { created_at: 1, _id: 1 } as const;

type DueNotes = Pick<VectorIndex, "due" | "dueSince" | "pending">;

interface Parts {
  readonly collections: Pick<Collections, "notes">;
  readonly owners: Pick<Owners, "subsOf">;
  readonly models: Pick<KeptModelsRegister, "read">;
  readonly leases: Leases;
}

/** The outbox is in the notes themselves. One process at a time is told what is due, so that nobody does it twice. */
export function createDueNotes({ collections: { notes }, owners, models, leases }: Parts): DueNotes {
  async function dueFor(name: string): Promise<mongo.Filter<NoteDocument> | null> {
    const model = modelIn(await models.read(), name);
    if (model === null) return null;
    return { due: { $in: [EVERY_MODEL, model.number], $exists: true }, done: { $ne: model.number } };
  }

  return {
    async due(name, limit, after) {
      const filter = await dueFor(name);
      if (filter === null || !(await leases.take(`index ${name}`))) return [];
      const from = after === undefined ? {} : beyond(after);
      const found = await notes
        .find({ ...filter, ...from }, { projection: { userId: 1, created_at: 1 } })
        .sort(OLDEST_FIRST)
        .limit(limit)
        .toArray();
      const subs = await owners.subsOf(found.map(({ userId }) => userId));
      return found.flatMap(({ _id, userId, created_at }): DueNote[] => {
        const sub = subs.get(userId);
        return sub === undefined ? [] : [{ userId: sub, noteId: _id, position: `${created_at} ${_id}` }];
      });
    },
    async dueSince(name) {
      const filter = await dueFor(name);
      const projection = { dueSince: 1 };
      const oldest = filter && (await notes.find(filter, { projection }).sort({ dueSince: 1 }).limit(1).next());
      return oldest?.dueSince ?? null;
    },
    async pending(name) {
      const filter = await dueFor(name);
      return filter === null ? 0 : await notes.countDocuments(filter);
    },
  };
}

/** Also bounds the index by the time alone. */
function beyond(position: string) {
  const [created_at = "", id = ""] = position.split(" ");
  return { created_at: { $gte: created_at }, $or: [{ created_at: { $gt: created_at } }, { _id: { $gt: id } }] };
}
