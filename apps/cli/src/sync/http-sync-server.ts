import type { NoteDetail, NoteHistory, Link } from "@knote/contract";
import {
  type CanonicalNote,
  type Heads,
  type NewNote,
  type ServerNote,
  ServerRefusal,
  type SyncLink,
  type SyncServer,
} from "@knote/sync";
import { requireOk, sendLines, type Service } from "@knote/formats";
import { CliError } from "../cli-error.ts";
import type { ConnectedService } from "../service-client.ts";

/** From so many notes on, one export is faster than a request for each. */
const MANY_NOTES = 30;
const JSON_TYPE = { "Content-Type": "application/json" };

/** The service over HTTP, as a sync needs it. */
export function httpSyncServer(service: ConnectedService): SyncServer {
  return {
    identity: service.identity,
    async heads() {
      const live: Map<string, { etag: string; links: string }> = new Map();
      const trash = new Map<string, string>();
      for (const line of await exportLines(service, "heads=true")) {
        if (line.head) live.set(line.head.id, line.head);
        if (line.gone) trash.set(line.gone.id, line.gone.etag);
      }
      return { live, trash } satisfies Heads;
    },
    async read(ids) {
      if (ids.length < MANY_NOTES) return await readEach(service, ids);
      const wanted = new Set(ids);
      return (await exportLines(service, "")).flatMap(({ note }) => {
        if (note === undefined || !wanted.has(note.key)) return [];
        const { key: id, etag, created_at, archived, ...fields } = note;
        return [{ id, etag, created_at, note: canonicalOf({ ...fields, archived }) }];
      });
    },
    async revisions(id) {
      const response = await service.send(`${pathOf(id)}/history`);
      if (response.status === 404) return [];
      const { revisions } = (await (await requireOk(response)).json()) as NoteHistory;
      return revisions.map(({ revision, ...fields }) => {
        const { archived: _, ...note } = canonicalOf({ ...fields, archived: false });
        return { revision, note };
      });
    },
    async update(id, { archived, ...fields }, etag) {
      const response = await service.send(pathOf(id), {
        method: "PUT",
        headers: { ...JSON_TYPE, "If-Match": etag },
        body: JSON.stringify({ ...fields, state: archived ? "archived" : "active" }),
      });
      if (response.status === 412 || response.status === 409) return "stale";
      if (response.status === 404) return "gone";
      return { etag: (await requireDone(response)).headers.get("etag") ?? "" };
    },
    async create(notes) {
      const lines = notes.map((note) => ({ text: JSON.stringify({ note: importedNote(note) }) }));
      const results = await sendLines(service, lines);
      return results.map(({ id, status, detail = "Not created.", issues = [] }) =>
        id === undefined || status === "error"
          ? { refusal: issues.map(({ message }) => message).join(" ") || detail }
          : { id, isNew: status === "created", isDeleted: status === "exists" && /was deleted/.test(detail) },
      );
    },
    async delete(id, etag) {
      const response = await service.send(pathOf(id), { method: "DELETE", headers: { "If-Match": etag } });
      if (response.status === 412) return "stale";
      if (response.status === 404) return "gone";
      await requireDone(response);
      return "deleted";
    },
    async restore(id) {
      const response = await service.send(`${pathOf(id)}/restore`, { method: "POST" });
      if (response.status === 404) return false;
      await requireDone(response);
      return true;
    },
    async links() {
      const response = await requireOk(await service.send("/api/graph/links"));
      const { links } = (await response.json()) as { links: Link[] };
      return links.map(({ source_id, target_id, relation }) => ({ source: source_id, target: target_id, relation }));
    },
    async addLinks(links) {
      const results = await sendLines(
        service,
        links.map((link) => ({ text: JSON.stringify({ link }) })),
      );
      return results.map(({ status, detail = "Not linked." }) => (status === "error" ? detail : null));
    },
    async removeLink({ source, target, relation }: SyncLink) {
      const query = new URLSearchParams({ source_id: source, target_id: target, relation });
      const response = await service.send(`/api/workspace/links?${query.toString()}`, { method: "DELETE" });
      if (response.status !== 404) await requireDone(response);
    },
  };
}

interface ExportLine {
  readonly head?: { readonly id: string; readonly etag: string; readonly links: string };
  readonly gone?: { readonly id: string; readonly etag: string };
  readonly note?: CanonicalNote & { readonly key: string; readonly etag: string; readonly created_at: string };
  readonly end?: { readonly notes: number };
}

/** Reads an export, which counts only with its last line. */
async function exportLines(service: Service, query: string): Promise<readonly ExportLine[]> {
  const response = await requireOk(await service.send(`/api/workspace/export?${query}`));
  const texts = (await response.text()).split("\n").filter(Boolean);
  const lines = texts.flatMap((text) => parseLine(text) ?? []);
  const count = lines.filter(({ head, note }) => head !== undefined || note !== undefined).length;
  if (lines.length !== texts.length || lines.at(-1)?.end?.notes !== count)
    throw new CliError("The list of notes was cut off before its end, so nothing was synced; try again.");
  return lines;
}

/** Safe because the service writes each line whole; a cut one does not parse. */
function parseLine(text: string): ExportLine | null {
  try {
    return JSON.parse(text) as ExportLine;
  } catch {
    return null;
  }
}

async function readEach(service: Service, ids: readonly string[]): Promise<readonly ServerNote[]> {
  const notes: ServerNote[] = [];
  for (const id of ids) {
    const response = await service.send(pathOf(id));
    if (response.status === 404) continue;
    const { state, created_at, ...fields } = (await (await requireOk(response)).json()) as NoteDetail;
    const etag = response.headers.get("etag") ?? "";
    notes.push({ id, etag, created_at, note: canonicalOf({ ...fields, archived: state === "archived" }) });
  }
  return notes;
}

/** Turns what the service refuses for good into a `ServerRefusal`: the other notes go on. */
async function requireDone(response: Response): Promise<Response> {
  if (response.status === 422 || response.status === 413) {
    const { detail } = (await response.json()) as { detail: string };
    throw new ServerRefusal(detail);
  }
  return await requireOk(response);
}

function importedNote({ key, note: { archived, ...fields }, created_at }: NewNote) {
  return { key, ...fields, ...(archived && { archived }), ...(created_at !== undefined && { created_at }) };
}

function canonicalOf({ title, content, note_type, tags, importance, archived }: CanonicalNote): CanonicalNote {
  return { title, content, note_type, tags, importance, archived };
}

function pathOf(id: string): string {
  return `/api/workspace/notes/${encodeURIComponent(id)}`;
}
