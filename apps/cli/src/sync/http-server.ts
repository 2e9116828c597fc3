import type { ImportResult, Link, NoteDetail, NoteHistory } from "@knote/contract";
import {
  type CanonicalNote,
  type Creation,
  type Heads,
  ServerRefusal,
  type ServerNote,
  type SyncLink,
  type SyncServer,
} from "@knote/sync";
import { CliError } from "../cli-error.ts";
import { RefusedByService, requireOk, sendLines, sendPart, type Service, ServiceAway } from "@knote/formats";

/** The export of all notes costs about as much as reading every so-manieth note by itself. */
const NOTES_FOR_ONE_READ = 20;
/** Notes that are read at the same time. */
const READERS = 4;

/** The service at the other end of a connection. `onDone` is called with the number of notes that were written. */
export function httpServer(
  client: Service,
  identityFor: SyncServer["identityFor"],
  onDone: (count: number) => void = () => {},
): SyncServer {
  let liveCount = 0;
  return {
    identityFor,
    async heads() {
      const heads = headsOf(await textOf(client.send("/api/workspace/export?heads=true")));
      liveCount = heads.live.size;
      return heads;
    },
    async read(ids) {
      if (ids.length * NOTES_FOR_ONE_READ > liveCount && ids.length > READERS)
        return await readAll(client, new Set(ids));
      return await readEach(client, ids);
    },
    async revisions(id) {
      const response = await client.send(`${noteAddress(id)}/history`);
      if (response.status === 404) return [];
      const { revisions } = JSON.parse(await textOf(response)) as NoteHistory;
      return revisions.map(({ revision, title, content, note_type, tags, importance }) => ({
        revision,
        note: { title, content, note_type, tags, importance },
      }));
    },
    async update(id, { archived, ...fields }, etag) {
      const response = await client.send(noteAddress(id), {
        method: "PUT",
        headers: { "Content-Type": "application/json", "If-Match": etag },
        body: JSON.stringify({ ...fields, state: archived ? "archived" : "active" }),
      });
      // 409: others are changing it at the same time.
      if (response.status === 412 || response.status === 409) return "stale";
      if (response.status === 404) return "gone";
      await requireDone(response);
      onDone(1);
      return { etag: response.headers.get("etag")! };
    },
    async create(notes) {
      const lines = notes.map(({ key, note, created_at }) => ({
        text: JSON.stringify({ note: { key, ...note, ...(created_at !== undefined && { created_at }) } }),
      }));
      const results = await sendLines(client, lines, onDone);
      return await Promise.all(results.map((result) => creationOf(client, result)));
    },
    async delete(id, etag) {
      const response = await client.send(noteAddress(id), { method: "DELETE", headers: { "If-Match": etag } });
      if (response.status === 412) return "stale";
      if (response.status === 404) return "gone";
      await requireDone(response);
      return "deleted";
    },
    async restore(id) {
      const response = await client.send(`${noteAddress(id)}/restore`, { method: "POST" });
      if (response.status === 404) return false;
      await requireDone(response);
      return true;
    },
    async links() {
      const { links } = JSON.parse(await textOf(client.send("/api/graph/links"))) as { links: Link[] };
      return links.map(({ source_id: source, target_id: target, relation }) => ({ source, target, relation }));
    },
    async addLinks(links) {
      const lines = links.map(({ source, target, relation }) => ({
        text: JSON.stringify({ link: { source, target, relation } }),
      }));
      return (await sendLines(client, lines)).map((result) => (result.status === "error" ? sentenceOf(result) : null));
    },
    async removeLink({ source, target, relation }: SyncLink) {
      const query = new URLSearchParams({ source_id: source, target_id: target, relation });
      const response = await client.send(`/api/workspace/links?${query.toString()}`, { method: "DELETE" });
      if (response.status !== 404) await requireDone(response);
    },
  };
}

/** Throws a `CliError` unless the token may read and write notes. Changes nothing. */
export async function requireScopes(client: Service): Promise<void> {
  try {
    await sendPart(client, [], []);
  } catch (error) {
    if (!(error instanceof RefusedByService) || error.status !== 403) throw error;
    const sentence = "The token may not write notes: a sync needs one with notes:read and notes:write.";
    throw new CliError(sentence, { cause: error });
  }
}

async function readAll(client: Service, ids: ReadonlySet<string>): Promise<ServerNote[]> {
  const notes: ServerNote[] = [];
  let noteCount = 0;
  let isWhole = false;
  for (const { note, end } of linesOf<ExportLine>(await textOf(client.send("/api/workspace/export")))) {
    if (end) isWhole = end.notes === noteCount;
    if (!note) continue;
    noteCount++;
    const { key: id, etag, created_at } = note;
    if (ids.has(id)) notes.push({ id, etag, created_at, note: canonical(note) });
  }
  if (!isWhole) throw cutOff();
  return notes;
}

async function readEach(client: Service, ids: readonly string[]): Promise<ServerNote[]> {
  const notes: ServerNote[] = [];
  const waitingIds = [...ids];
  async function readNext(): Promise<void> {
    for (let id = waitingIds.pop(); id !== undefined; id = waitingIds.pop()) {
      const response = await client.send(noteAddress(id));
      if (response.status === 404) {
        await response.body?.cancel();
        continue;
      }
      const note = JSON.parse(await textOf(response)) as NoteDetail;
      const etag = response.headers.get("etag")!;
      // Of all states, the one that its owner gave goes first.
      const isArchived = note.state === "archived";
      notes.push({ id, created_at: note.created_at, etag, note: canonical({ ...note, archived: isArchived }) });
    }
  }
  await Promise.all(Array.from({ length: READERS }, readNext));
  return notes;
}

function canonical({ title, content, note_type, tags, importance, archived }: CanonicalNote): CanonicalNote {
  return { title, content, note_type, tags, importance, archived };
}

/** What a sync takes from the lines of an export. */
interface ExportLine {
  readonly note?: CanonicalNote & { readonly key: string; readonly etag: string; readonly created_at: string };
  readonly end?: { readonly notes: number };
}

interface HeadsLine {
  readonly head?: { readonly id: string; readonly etag: string; readonly links: string };
  readonly gone?: { readonly id: string; readonly etag: string };
  readonly end?: { readonly notes: number };
}

function headsOf(text: string): Heads {
  const live = new Map<string, { readonly etag: string; readonly links: string }>();
  const trash = new Map<string, string>();
  let noteCount = -1;
  for (const { head, gone: trashHead, end } of linesOf<HeadsLine>(text)) {
    if (head) live.set(head.id, { etag: head.etag, links: head.links });
    else if (trashHead) trash.set(trashHead.id, trashHead.etag);
    else if (end) noteCount = end.notes;
  }
  if (noteCount !== live.size) throw cutOff();
  // Deleted while the list was read: it is in both parts.
  for (const id of trash.keys()) live.delete(id);
  return { live, trash };
}

/** Safe because the service writes each line whole; a cut one does not parse. */
function* linesOf<Line>(text: string): Generator<Line> {
  for (const line of text.split("\n")) {
    if (line === "") continue;
    let value: Line;
    try {
      value = JSON.parse(line) as Line;
    } catch {
      throw cutOff();
    }
    yield value;
  }
}

function cutOff(): ServiceAway {
  return new ServiceAway("The service's list was cut off before its end.");
}

async function creationOf(client: Service, result: ImportResult): Promise<Creation> {
  const { id, status, detail } = result;
  if (id === undefined) return { refusal: sentenceOf(result) };
  if (status === "created" || detail === undefined) return { id, isNew: status === "created", isDeleted: false };
  // The note of the key says something else, or lies in the trash.
  const response = await client.send(noteAddress(id), { method: "HEAD" });
  if (response.status !== 404) await requireOk(response);
  return { id, isNew: false, isDeleted: response.status === 404 };
}

function sentenceOf({ detail = "The service did not take it.", issues = [] }: ImportResult): string {
  return issues.map(({ message }) => message).join(" ") || detail;
}

function noteAddress(id: string): string {
  return `/api/workspace/notes/${encodeURIComponent(id)}`;
}

async function textOf(answer: Response | Promise<Response>): Promise<string> {
  const response = await requireOk(await answer);
  try {
    return await response.text();
  } catch (error) {
    throw new ServiceAway("The service's answer was cut off.", { cause: error });
  }
}

/** Statuses that say nothing about the one note, but end the sync. */
const OF_THE_WHOLE = [401, 403, 408, 429];

/** Reads an answer to its end; throws a `ServerRefusal` where the service will not do what was asked of this note. */
async function requireDone(response: Response): Promise<void> {
  try {
    await textOf(response);
  } catch (error) {
    if (!(error instanceof RefusedByService) || OF_THE_WHOLE.includes(error.status)) throw error;
    throw new ServerRefusal(error.message, { cause: error });
  }
}
