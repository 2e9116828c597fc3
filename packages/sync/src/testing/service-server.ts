import type { ImportEntry, ServiceContext } from "@knote/api";
import { DomainError, exportGraph, importLines } from "@knote/api";
import type { ImportResult } from "@knote/contract";
import type { TestUser } from "@knote/testkit";
import type { CanonicalNote } from "../notes/canonical-note.ts";
import type { Heads, NewNote, SyncLink, SyncServer } from "../ports/sync-server.ts";

/** More links or revisions than any test has. */
const ALL = 10_000;

/** A request as the log has it. */
export interface LoggedRequest {
  readonly method: "PUT" | "DELETE" | "IMPORT" | "RESTORE" | "LINK" | "UNLINK";
  readonly id?: string;
  readonly ifMatch?: string;
}

export interface ServiceServerOptions {
  readonly identity?: string;
  /** Runs before each request; can throw. */
  readonly beforeCall?: (call: string) => void | Promise<void>;
  /** Runs after each request that was done, before its answer arrives; can throw. */
  readonly afterCall?: (call: string) => void | Promise<void>;
}

/** The real services as a sync sees them. `log` has the requests that changed something or were refused. */
export function serviceServer(
  user: TestUser,
  { identity = "memory", beforeCall = () => undefined, afterCall = () => undefined }: ServiceServerOptions = {},
): SyncServer & { readonly log: LoggedRequest[] } {
  const log: LoggedRequest[] = [];
  const { ctx, api } = user;
  const call = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const before = beforeCall(name);
    if (before !== undefined) await before;
    const result = await work();
    const after = afterCall(name);
    if (after !== undefined) await after;
    return result;
  };
  const resultsOf = async (lines: readonly ImportEntry["read"][]) =>
    await importAll(
      ctx,
      lines.map((read, index) => ({ line: index + 1, read })),
    );
  return {
    log,
    identityFor: () => identity,
    heads: () => call("heads", () => readHeads(ctx)),
    read: (ids) =>
      call("read", async () => {
        const notes = await ctx.storage.notes.getMany(ctx.actor.userId, ids);
        return notes.map(({ id, revision, updated_at, created_at, ...note }) => ({
          ...{ id, created_at, etag: `"${revision}.${Date.parse(updated_at)}"` },
          note: canonicalOf(note),
        }));
      }),
    revisions: (id) =>
      call("revisions", async () => {
        const revisions = await ctx.storage.notes.history(ctx.actor.userId, id, { limit: ALL });
        return revisions.map(({ revision, ...note }) => {
          const { archived: _, ...fields } = canonicalOf({ ...note, archived: false });
          return { revision, note: fields };
        });
      }),
    update: (id, { archived, tags, ...fields }, etag) =>
      call("update", async () => {
        log.push({ method: "PUT", id, ifMatch: etag });
        let answer = "";
        const setHeader = (_name: string, value: string) => void (answer = value);
        const state = archived ? ("archived" as const) : ("active" as const);
        try {
          await user.on({ ifMatch: etag, setHeader }).notes.update({ id, ...fields, tags: [...tags], state });
          return { etag: answer };
        } catch (error) {
          return refusalOf(error);
        }
      }),
    create: (notes) =>
      call("create", async () => {
        for (const _ of notes) log.push({ method: "IMPORT" });
        const results = await resultsOf(notes.map((note) => ({ note: importedNote(note) })));
        return results.map(({ id, status, detail = "" }) =>
          id === undefined
            ? { refusal: detail }
            : { id, isNew: status === "created", isDeleted: /deleted/.test(detail) },
        );
      }),
    delete: (id, etag) =>
      call("delete", async () => {
        log.push({ method: "DELETE", id, ifMatch: etag });
        try {
          await user.on({ ifMatch: etag }).notes.delete({ id });
          return "deleted" as const;
        } catch (error) {
          return refusalOf(error);
        }
      }),
    restore: (id) =>
      call("restore", async () => {
        log.push({ method: "RESTORE", id });
        return await api.notes.restore({ id }).then(() => true, orNothing(false));
      }),
    links: () =>
      call("links", async () => {
        const { links } = await ctx.storage.links.list(ctx.actor.userId, { limit: ALL });
        return links.map(({ source_id, target_id, relation }) => ({ source: source_id, target: target_id, relation }));
      }),
    addLinks: (links) =>
      call("addLinks", async () => {
        for (const _ of links) log.push({ method: "LINK" });
        const results = await resultsOf(links.map((link) => ({ link })));
        return results.map(({ status, detail = "" }) => (status === "error" ? detail : null));
      }),
    removeLink: ({ source, target, relation }: SyncLink) =>
      call("removeLink", async () => {
        log.push({ method: "UNLINK" });
        await api.links.delete({ source_id: source, target_id: target, relation }).catch(orNothing(undefined));
      }),
  };
}

interface HeadLine {
  readonly head?: { readonly id: string; readonly etag: string; readonly links: string };
  readonly gone?: { readonly id: string; readonly etag: string };
}

async function readHeads(ctx: ServiceContext): Promise<Heads> {
  const live = new Map<string, { etag: string; links: string }>();
  const trash = new Map<string, string>();
  for await (const lines of exportGraph(ctx, { heads: true, history: false }))
    for (const line of lines as readonly HeadLine[]) {
      if (line.head) live.set(line.head.id, line.head);
      if (line.gone) trash.set(line.gone.id, line.gone.etag);
    }
  return { live, trash };
}

async function importAll(ctx: ServiceContext, entries: readonly ImportEntry[]): Promise<readonly ImportResult[]> {
  async function* batches() {
    yield entries;
  }
  const results: ImportResult[] = [];
  for await (const answers of importLines(ctx, batches()))
    for (const answer of answers) if ("line" in answer) results.push(answer);
  return results.toSorted((one, other) => one.line - other.line);
}

function importedNote({ key, note, created_at }: NewNote) {
  return { key, ...note, tags: [...note.tags], ...(created_at !== undefined && { created_at }) };
}

function canonicalOf({ title, content, note_type, tags, importance, archived }: CanonicalNote): CanonicalNote {
  return { title, content, note_type, tags, importance, archived };
}

function refusalOf(error: unknown): "stale" | "gone" {
  const code = codeOf(error);
  if (code === "PRECONDITION_FAILED" || code === "CONFLICT") return "stale";
  if (code === "NOT_FOUND") return "gone";
  throw error;
}

function orNothing<T>(nothing: T) {
  return (error: unknown): T => {
    if (codeOf(error) !== "NOT_FOUND") throw error;
    return nothing;
  };
}

/** The callers' errors carry the domain's. */
function codeOf(error: unknown): string {
  if (DomainError.is(error)) return error.code;
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
