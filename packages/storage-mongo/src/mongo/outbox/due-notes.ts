import type { Clock, DueNote, VectorIndex } from "@knote/api";
import type { mongo } from "mongoose";
import type { Collections } from "../collections/collections.ts";
import { EVERY_MODEL, type NoteDocument } from "../collections/notes.ts";
import type { Owners } from "../stores/owners.ts";
import { modelIn, type KeptModelsRegister } from "./kept-models.ts";
import type { Leases } from "./leases.ts";
import { resume } from "./postponed-notes.ts";

const BY_USER = { userId: 1, dueSince: 1, _id: 1 } as const;

type DueRow = Pick<NoteDocument, "_id" | "userId" | "dueSince">;

type DueNotes = Pick<VectorIndex, "due" | "dueSince" | "pending">;

interface DueNotesDeps {
  readonly collections: Pick<Collections, "notes">;
  readonly owners: Pick<Owners, "find" | "subsOf">;
  readonly models: Pick<KeptModelsRegister, "read">;
  readonly leases: Leases;
  readonly clock: Clock;
}

/** Finds due notes: the notes themselves are the outbox. Only one process at a time gets them. */
export function createDueNotes({ collections: { notes }, owners, models, leases, clock }: DueNotesDeps): DueNotes {
  async function dueFor(name: string): Promise<mongo.Filter<NoteDocument> | null> {
    const model = modelIn(await models.read(), name);
    return model && dueForModel(model.number);
  }

  const page = (filter: mongo.Filter<NoteDocument>, limit: number) =>
    notes
      .find(filter, { projection: { userId: 1, dueSince: 1 } })
      .sort(BY_USER)
      .limit(limit)
      .toArray();

  async function withSubs(rows: readonly DueRow[]): Promise<DueNote[]> {
    const subs = await owners.subsOf(new Set(rows.map(({ userId }) => userId)));
    return rows.flatMap((note) => {
      const sub = subs.get(note.userId);
      return sub === undefined ? [] : [{ userId: sub, noteId: note._id, ...placesOf(note) }];
    });
  }

  /** Returns due notes of the users after `after`, skipping users that are being erased. */
  async function ofUsers(filter: mongo.Filter<NoteDocument>, limit: number, after: string): Promise<DueNote[]> {
    for (let userId = after; ;) {
      const rows = await page({ ...filter, userId: { $gt: userId } }, limit);
      const due = await withSubs(rows);
      if (due.length > 0 || rows.length < limit) return due;
      userId = rows.at(-1)!.userId;
    }
  }

  return {
    async due(name, limit, after = "") {
      const model = modelIn(await models.read(), name);
      if (model === null || !(await leases.take(`index ${name}`))) return [];
      if (after === "") await resume(notes, model.number, clock.now());
      const filter = dueForModel(model.number);
      const [userId = "", since, id = ""] = after.split(" ");
      if (since === undefined) return await ofUsers(filter, limit, userId);
      const rest = await withSubs(await page({ ...filter, userId, ...beyond(Number(since), id) }, limit));
      return rest.length > 0 ? rest : await ofUsers(filter, limit, userId);
    },
    async dueSince(name) {
      const filter = await dueFor(name);
      const projection = { dueSince: 1 };
      const oldest = filter && (await notes.find(filter, { projection }).sort({ dueSince: 1 }).limit(1).next());
      return oldest?.dueSince ?? null;
    },
    async pending(name, userId) {
      const filter = await dueFor(name);
      if (filter === null) return 0;
      if (userId === undefined) return await notes.countDocuments(filter);
      const owner = await owners.find(userId);
      return owner === null ? 0 : await notes.countDocuments({ ...filter, userId: owner.id });
    },
  };
}

function dueForModel(model: number): mongo.Filter<NoteDocument> {
  return { due: { $in: [EVERY_MODEL, model], $exists: true }, done: { $ne: model } };
}

function placesOf({ _id, userId, dueSince }: DueRow) {
  return { since: dueSince ?? 0, position: `${userId} ${dueSince} ${_id}`, userPosition: userId };
}

/** Filters what follows a note; `dueSince` alone also bounds the index. */
function beyond(since: number, id: string) {
  return { dueSince: { $gte: since }, $or: [{ dueSince: { $gt: since } }, { _id: { $gt: id } }] };
}
