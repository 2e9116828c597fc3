import { inParallel } from "@knote/api";
import { CreatedNote, Link } from "@knote/contract";
import type { DocumentPair, EvaluationSet } from "../sets/evaluation-set.ts";
import type { Progress } from "../progress.ts";
import type { ServiceClient } from "../service/service-client.ts";
import { untilIndexed } from "./until-indexed.ts";

const AT_ONCE = 8;

/** A set's documents as notes of the service. */
export interface StoredSet {
  readonly set: EvaluationSet;
  /** The user who owns the notes of a group. */
  userOf(group: string): string;
  noteOf(documentId: string): string;
  /** The document that a note was made from. */
  documentOf(noteId: string): string;
  readonly storedSeconds: number;
  /** From the first note until all were indexed. */
  readonly indexedSeconds: number;
}

export interface MeasureContext {
  readonly client: ServiceClient;
  readonly progress: Progress;
  /** Distinguishes the users of this run from those of others. */
  readonly run: string;
}

/** Posts a note for each document and waits until all notes are indexed. */
export async function storeSet(set: EvaluationSet, { client, progress, run }: MeasureContext): Promise<StoredSet> {
  const userOf = (group: string) => `eval:${set.name}:${run}:${group}`;
  const notes = new Map<string, string>();
  const documents = new Map<string, string>();
  const begin = performance.now();
  const seconds = () => (performance.now() - begin) / 1000;
  await inParallel(set.documents, AT_ONCE, async ({ id, title, content, group }) => {
    const body = { title, content, note_type: "fact", tags: [], importance: 0.5 };
    const path = "/api/workspace/notes";
    const note = await client.call({ user: userOf(group), method: "POST", path, body, schema: CreatedNote });
    notes.set(id, note.id);
    documents.set(note.id, id);
    progress.step(`${set.name}: notes stored`, notes.size, set.documents.length);
  });
  const storedSeconds = seconds();
  await untilIndexed(client, (pending) => progress.step(`${set.name}: notes still to be indexed`, pending));
  progress.writeLine(
    `${set.name}: ${notes.size} notes stored in ${storedSeconds.toFixed(1)} s, indexed after ${seconds().toFixed(1)} s.`,
  );
  return {
    set,
    userOf,
    noteOf: (id) => lookUp(notes, id),
    documentOf: (id) => lookUp(documents, id),
    storedSeconds,
    indexedSeconds: seconds(),
  };
}

/** Posts the pairs as undirected links. */
export async function linkSet(
  storedSet: StoredSet,
  pairs: readonly DocumentPair[],
  { client, progress }: MeasureContext,
): Promise<void> {
  const { set, noteOf } = storedSet;
  const groups = new Map(set.documents.map(({ id, group }) => [id, group]));
  let postedCount = 0;
  await inParallel(pairs, AT_ONCE, async ([source, target]) => {
    const user = storedSet.userOf(lookUp(groups, source));
    const body = { source_id: noteOf(source), target_id: noteOf(target), relation: "relates_to" };
    await client.call({ user, method: "POST", path: "/api/workspace/links", body, schema: Link });
    progress.step(`${set.name}: links posted`, ++postedCount, pairs.length);
  });
  progress.writeLine(`${set.name}: ${postedCount} links posted.`);
}

function lookUp(ids: ReadonlyMap<string, string>, id: string): string {
  const value = ids.get(id);
  if (value === undefined) throw new Error(`${id} was not stored.`);
  return value;
}
