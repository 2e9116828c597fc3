import { setTimeout } from "node:timers/promises";
import type { mongo } from "mongoose";
import { ANALYSIS_VERSION, hasNewTerms, indexTerms, nextTurn } from "@knote/api";
import type { Collections } from "../collections/collections.ts";
import type { AnalysisDocument } from "../collections/installation.ts";
import type { NoteDocument } from "../collections/notes.ts";
import { insertNew } from "../connection/duplicate-keys.ts";
import type { Leases } from "../outbox/leases.ts";
import { termFields } from "../stores/note-document.ts";

const ID = "terms";
/** The work's name among the leases. */
const LEASE = "terms";
const PAGE = 50;
const NOTES_A_MESSAGE = 10_000;
/** Notes without a record have the first version's terms; ids are never empty, so "" comes before all. */
const FIRST: AnalysisDocument = { _id: ID, version: 1, target: 1, writtenTo: "" };

/** Writes the terms of earlier notes again after the analysis of texts has changed, while the service serves. */
export interface TermsRenewal {
  /** Goes on where any process stopped. Returns early while another process does it, and soon after `stop`. */
  run(): Promise<void>;
  stop(): void;
}

interface RenewalDeps {
  readonly collections: Pick<Collections, "analysis" | "notes">;
  readonly leases: Leases;
  readonly inform: (message: string) => void;
}

type NoteTexts = Pick<NoteDocument, "_id" | "title" | "content" | "tags" | "revision">;

export function createTermsRenewal({ collections: { analysis, notes }, leases, inform }: RenewalDeps): TermsRenewal {
  let isStopped = false;

  async function progress(): Promise<AnalysisDocument> {
    const before = (await analysis.findOne({ _id: ID })) ?? FIRST;
    if (before.target >= ANALYSIS_VERSION) return before;
    const after = { ...before, target: ANALYSIS_VERSION, writtenTo: "" };
    if ((await insertNew(analysis, [after])).length === 0) await analysis.replaceOne({ _id: ID }, after);
    return after;
  }

  async function nextPage(last: string): Promise<NoteTexts[]> {
    const projection = { title: 1, content: 1, tags: 1, revision: 1 };
    const page = notes.find({ _id: { $gt: last } }, { projection }).sort({ _id: 1 });
    return await page.limit(PAGE).toArray();
  }

  async function writePage(page: readonly NoteTexts[], version: number): Promise<void> {
    const updates: mongo.AnyBulkWriteOperation<NoteDocument>[] = [];
    for (const { _id, title, content, tags, revision } of page) {
      // A turn for each note, because a long one takes most of it.
      await nextTurn();
      const terms = indexTerms([title, content, ...tags]);
      // A note that was revised meanwhile has new terms.
      if (hasNewTerms(terms, version))
        updates.push({ updateOne: { filter: { _id, revision }, update: { $set: termFields(terms) } } });
    }
    if (updates.length > 0) await notes.bulkWrite(updates, { ordered: false });
    await analysis.updateOne({ _id: ID }, { $set: { writtenTo: page.at(-1)!._id } });
  }

  async function writeAll({ version, target, writtenTo }: AnalysisDocument): Promise<void> {
    let count = 0;
    for (let last = writtenTo; !isStopped && (await leases.take(LEASE));) {
      const start = performance.now();
      const page = await nextPage(last);
      if (page.length === 0) {
        await analysis.updateOne({ _id: ID, target }, { $set: { version: target } });
        await leases.leave(LEASE);
        if (count > 0) inform(`The search terms of ${count} notes were checked and written again where they changed.`);
        return;
      }
      await writePage(page, version);
      last = page.at(-1)!._id;
      count += page.length;
      if (count % NOTES_A_MESSAGE < page.length) inform(`Search terms: ${count} notes are up to date.`);
      // Leaves half of the time to requests.
      await setTimeout(performance.now() - start);
    }
  }

  return {
    async run() {
      if (!(await leases.take(LEASE))) return;
      const current = await progress();
      if (current.version < current.target) await writeAll(current);
      else await leases.leave(LEASE);
    },
    stop() {
      isStopped = true;
    },
  };
}
