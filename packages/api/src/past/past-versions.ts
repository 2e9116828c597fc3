import type { ServiceContext } from "../context.ts";
import { beginTurn } from "../kit/in-turns.ts";
import type { ChangedNote, PastRevision } from "../ports/note-store.ts";
import { indexTerms, titleKey } from "../text/analyze.ts";
import type { TermCounts } from "../text/score-terms.ts";
import { archivedThen } from "./archived-then.ts";
import { pastRevisions } from "./past-notes.ts";
import type { PastVersion, PastVersions } from "./past-version.ts";
import { bytesOf, MOST_TERM_BYTES, type TermMemory } from "./term-memory.ts";

/** Most changed notes that are searched by their words of then. */
const MOST_VERSIONS = 5_000;
/** Most bytes of their terms: less than the memory has, so that one time does not drive out itself. */
const MOST_BYTES = MOST_TERM_BYTES * 0.75;
/** Notes whose texts are read at a time. */
const TEXTS_AT_ONCE = 250;

type Reader = Pick<ServiceContext, "storage" | "actor">;

/**
 * Reads the notes of the time that have changed since, other texts before other fields, the last changes first, up to
 * `most`, or until their terms take `mostBytes`. The terms go to the memory. A note that is deleted meanwhile is left out.
 */
export async function readPastVersions(
  ctx: Reader,
  parts: {
    readonly at: string;
    readonly changedNotes: readonly ChangedNote[];
    readonly memory: TermMemory;
    readonly most?: number;
    readonly mostBytes?: number;
  },
): Promise<PastVersions> {
  const { at, changedNotes, memory, most = MOST_VERSIONS, mostBytes = MOST_BYTES } = parts;
  const newestFirst = changedNotes.toReversed();
  const hasOtherText = ({ text_changed_at }: ChangedNote) => text_changed_at > at;
  const otherTexts = newestFirst.filter(hasOtherText);
  const notesInOrder = [...otherTexts, ...newestFirst.filter((note) => !hasOtherText(note))];
  const otherTextIds = new Set(otherTexts.map(({ id }) => id));
  const byId = new Map<string, PastVersion>();
  let [read, bytes] = [0, 0];
  for (; read < Math.min(most, notesInOrder.length) && bytes < mostBytes; read += TEXTS_AT_ONCE) {
    const batch = notesInOrder.slice(read, Math.min(most, read + TEXTS_AT_ONCE));
    const revisions = await pastRevisions(
      ctx,
      batch.map(({ id }) => id),
      at,
    );
    const turn = beginTurn();
    for (const { id, created_at } of batch) {
      if (turn.isOver()) await turn.next();
      const revision = revisions.get(id);
      if (revision === undefined) continue;
      byId.set(id, await versionOf(ctx, revision, { created_at, hasOtherText: otherTextIds.has(id) }));
      bytes += bytesOf(rememberTerms(ctx, revision, memory));
    }
  }
  const unread = notesInOrder.slice(Math.min(most, read)).map(({ id }) => id);
  return { byId, unreadIds: new Set(unread), otherTextIds };
}

/** Yields the versions with their terms, in batches; texts are read again only where the terms were dropped. */
export async function* termsOfVersions(
  ctx: Reader,
  parts: { readonly at: string; readonly versions: readonly PastVersion[]; readonly memory: TermMemory },
): AsyncGenerator<(readonly [PastVersion, TermCounts])[]> {
  const { at, versions, memory } = parts;
  for (let start = 0; start < versions.length; start += TEXTS_AT_ONCE) {
    const batch: (readonly [PastVersion, TermCounts])[] = [];
    const missing = new Map<string, PastVersion>();
    for (const version of versions.slice(start, start + TEXTS_AT_ONCE)) {
      const terms = memory.get(keyOf(ctx, version));
      if (terms) batch.push([version, terms]);
      else missing.set(version.id, version);
    }
    const turn = beginTurn();
    for (const revision of (await pastRevisions(ctx, [...missing.keys()], at)).values()) {
      if (turn.isOver()) await turn.next();
      batch.push([missing.get(revision.id)!, rememberTerms(ctx, revision, memory)]);
    }
    yield batch;
  }
}

/** Returns the beginning of the keys of a user's terms. */
export function termKeysOf(userId: string): string {
  return `${userId} `;
}

function keyOf({ actor }: Reader, { id, revision }: Pick<PastRevision, "id" | "revision">): string {
  return `${termKeysOf(actor.userId)}${id} ${revision}`;
}

function rememberTerms(ctx: Reader, revision: PastRevision, memory: TermMemory): TermCounts {
  const key = keyOf(ctx, revision);
  const earlier = memory.get(key);
  if (earlier) return earlier;
  const { title, content, tags } = revision;
  const { counts, length } = indexTerms([title, content, ...tags]);
  const terms = { counts: new Map(counts), length };
  memory.set(key, terms);
  return terms;
}

async function versionOf(
  ctx: Reader,
  revision: PastRevision,
  facts: Pick<PastVersion, "created_at" | "hasOtherText">,
): Promise<PastVersion> {
  const { id, title, note_type, tags, updated_at, revision: number } = revision;
  return {
    ...facts,
    id,
    title,
    titleKey: titleKey(title),
    note_type,
    tags,
    updated_at,
    revision: number,
    archived: await archivedThen(ctx, revision),
  };
}
