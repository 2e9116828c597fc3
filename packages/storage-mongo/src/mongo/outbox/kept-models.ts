import { randomUUID } from "node:crypto";
import type { Clock } from "@knote/api";
import { insertNew } from "../connection/duplicate-keys.ts";
import { createSharedReads } from "../shared-reads.ts";
import type { Collections } from "../collections/collections.ts";
import { EVERY_MODEL } from "../collections/notes.ts";
import type { KeptModelFields, KeptModelsDocument } from "../collections/installation.ts";

const KEPT_ID = "kept";
const NOTES_AT_ONCE = 300;
const NONE: KeptModelsDocument = { _id: KEPT_ID, version: 0, last: 0, serving: null, next: null };

/** The models whose vectors are kept, in one document that all processes share. */
export interface KeptModelsRegister {
  read(): Promise<KeptModelsDocument>;
  /** Returns the fixed number of a key; null for a model that was never kept. */
  numberOf(key: string): Promise<number | null>;
  /** Records the model as served or next; resolves when every live note without its vectors is due. */
  keep(name: string, role: "serving" | "next", signal?: AbortSignal): Promise<void>;
  renew(name: string): Promise<void>;
  /** Records that the collection for this key's vectors is about to be created. */
  markCreating(key: string): Promise<void>;
}

interface KeptModelsDeps {
  readonly collections: Pick<Collections, "models" | "notes">;
  readonly clock: Clock;
}

export function createKeptModels({ collections: { models, notes }, clock }: KeptModelsDeps): KeptModelsRegister {
  const numbers = new Map<string, number>();
  const askOnce = createSharedReads<never, KeptModelsDocument>();

  const read = () =>
    askOnce(KEPT_ID, [], async () => {
      const keptModels = (await models.findOne({ _id: KEPT_ID })) ?? NONE;
      for (const model of [keptModels.serving, keptModels.next])
        if (model !== null) numbers.set(model.key, model.number);
      return keptModels;
    });

  /** Changes the document and returns it as it was. Tries again when another process changed it in between. */
  async function change(work: (before: KeptModelsDocument) => KeptModelsDocument): Promise<KeptModelsDocument> {
    for (;;) {
      const before = await read();
      const after = { ...work(before), version: before.version + 1 };
      if (await replace(before, after)) return before;
    }
  }

  async function replace(before: KeptModelsDocument, after: KeptModelsDocument): Promise<boolean> {
    if (before.version === 0) return (await insertNew(models, [after])).length > 0;
    return (await models.replaceOne({ _id: KEPT_ID, version: before.version }, after)).matchedCount > 0;
  }

  /** Makes all notes due, from where this or an earlier process stopped. New notes are due for every model anyway. */
  async function makeAllDue(name: string, signal?: AbortSignal): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const model = modelIn(await read(), name);
      if (model === null || model.listedTo === null) return;
      const after = { live: true, _id: { $gt: model.listedTo } };
      const page = notes.find(after, { projection: { _id: 1 } }).sort({ _id: 1 });
      const ids = (await page.limit(NOTES_AT_ONCE).toArray()).map(({ _id }) => _id);
      if (ids.length > 0) await makeDue(ids, model);
      await saveProgress(model, ids.at(-1) ?? null);
    }
  }

  async function makeDue(ids: string[], { number, anew }: KeptModelFields): Promise<void> {
    const live = { _id: { $in: ids }, live: true };
    const due = { $addToSet: { due: number }, $min: { dueSince: clock.now() } };
    if (anew) await notes.updateMany(live, { ...due, $pull: { done: number, postponed: { model: number } } });
    else await notes.updateMany({ ...live, done: { $ne: number }, due: { $nin: [EVERY_MODEL, number] } }, due);
  }

  async function saveProgress({ number }: KeptModelFields, listedTo: string | null): Promise<void> {
    for (const role of ["serving", "next"] as const)
      await models.updateOne(
        { _id: KEPT_ID, [`${role}.number`]: number },
        { $set: { [`${role}.listedTo`]: listedTo } },
      );
  }

  /** Clears the due marks of dropped models. */
  async function forgetDue({ serving, next }: KeptModelsDocument): Promise<void> {
    for (const model of [serving, next]) {
      if (model === null || modelIn(await read(), model.name) !== null) continue;
      await notes.updateMany({ due: model.number }, { $pull: { due: model.number } });
      await notes.updateMany({ "postponed.model": model.number }, { $pull: { postponed: { model: model.number } } });
    }
  }

  return {
    read,
    async numberOf(key) {
      if (!numbers.has(key)) await read();
      return numbers.get(key) ?? null;
    },
    async keep(name, role, signal) {
      const before = await change((keptModels) => choose(keptModels, name, role));
      await makeAllDue(name, signal);
      await forgetDue(before);
    },
    async renew(name) {
      const listing = { listedTo: "", anew: true };
      await change(({ serving, next, ...rest }) => ({
        ...rest,
        serving: serving?.name === name ? { ...serving, ...listing } : serving,
        next: next?.name === name ? { ...next, ...listing } : next,
      }));
      await makeAllDue(name);
    },
    async markCreating(key) {
      const markMade = (model: KeptModelFields | null) => (model?.key === key ? { ...model, made: true } : model);
      await change(({ serving, next, ...rest }) => ({ ...rest, serving: markMade(serving), next: markMade(next) }));
    },
  };
}

export function modelIn({ serving, next }: KeptModelsDocument, name: string): KeptModelFields | null {
  return [serving, next].find((model) => model?.name === name) ?? null;
}

function choose(keptModels: KeptModelsDocument, name: string, role: "serving" | "next"): KeptModelsDocument {
  const number = keptModels.last + 1;
  const fresh = { name, number, key: `${number}-${randomUUID().slice(0, 8)}`, listedTo: "", anew: false, made: false };
  const model = modelIn(keptModels, name) ?? fresh;
  const last = Math.max(keptModels.last, model.number);
  if (role === "serving") return { ...keptModels, last, serving: model, next: null };
  return { ...keptModels, last, next: keptModels.serving?.name === name ? null : model };
}
