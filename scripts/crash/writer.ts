import { randomUUID } from "node:crypto";
import { RELATIONS } from "../../packages/contract/src/index.ts";
import type { ApiAnswer } from "../../packages/testkit/src/http/api-client.ts";
import type { Random } from "../bench/random.ts";
import type { Caller } from "./caller.ts";
import { applyImport, sendImport } from "./import.ts";
import {
  apply,
  newJournal,
  visibleLinks,
  type Change,
  type Import,
  type Journal,
  type SingleChange,
  type Version,
} from "./journal.ts";

const WORDS = "owl barn night ear hunt mouse field wing moon silent feather ground".split(" ");
/** About how many notes a writer keeps. */
const ENOUGH_NOTES = 40;
const MOST_IMPORTED = 40;

/** Sends requests about its own notes, one after another. */
export interface Writer {
  readonly journal: Journal;
  readonly caller: Caller;
  /** Creates to repeat with their keys; their notes are left alone until then. */
  readonly heldCreates: Map<
    string,
    { readonly change: Extract<Change, { kind: "create" }>; readonly since: number; id: string | null }
  >;
  /** Sends requests until the connection breaks. Rejects on an unexpected response. */
  run(): Promise<void>;
}

export function createWriter(caller: Caller, random: Random): Writer {
  const journal = newJournal();
  const heldCreates: Writer["heldCreates"] = new Map();
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];
  const isHeld = (id: string) => [...heldCreates.values()].some((entry) => entry.id === id);
  const ids = (isDeleted: boolean) =>
    [...journal.notes].filter(([id, note]) => note.isDeleted === isDeleted && !isHeld(id)).map(([id]) => id);
  const text = (words: number) => Array.from({ length: words }, () => pick(WORDS)).join(" ");

  function newVersion(): Version {
    const title = `Claim ${randomUUID().replaceAll("-", "")} of ${text(4)}`;
    const tags = random() < 0.5 ? ["Owls", pick(WORDS)!] : [];
    const content = `${text(5 + Math.floor(random() ** 4 * 800))}.`;
    return { title, content, tags, importance: Math.floor(random() * 11) / 10, isArchived: false, isDeleted: false };
  }

  function revise(note: Version): Version {
    if (random() < 0.3) return { ...note, isArchived: !note.isArchived };
    if (random() < 0.3) return { ...note, tags: [`tag ${randomUUID()}`] };
    return { ...note, content: `${text(20)} ${randomUUID()}.` };
  }

  function nextChange(): Change {
    const [live, deletedIds, dice] = [ids(false), ids(true), random()];
    const id = pick(live);
    if (id === undefined || dice < (live.length < ENOUGH_NOTES ? 0.35 : 0.15))
      return { kind: "create", after: newVersion(), key: random() < 0.4 ? randomUUID() : null };
    const note = journal.notes.get(id)!;
    if (live.length < ENOUGH_NOTES * 2 && random() < 0.05) return newImport();
    if (dice < 0.55) return { kind: "update", id, after: revise(note) };
    if (dice < 0.65) return linkFrom(id, live);
    if (dice < 0.7) return unlink() ?? { kind: "ask", capable: false };
    if (dice < 0.79) return { kind: "delete", id, after: { ...note, isDeleted: true } };
    if (dice < 0.84) return restore(deletedIds) ?? { kind: "ask", capable: true };
    if (dice < 0.92) return { kind: "purge", id: random() < 0.5 ? id : (pick(deletedIds) ?? id) };
    return { kind: "ask", capable: random() < 0.3 };
  }

  function newImport(): Import {
    const length = 2 + Math.floor(random() ** 2 * MOST_IMPORTED);
    return { kind: "import", notes: Array.from({ length }, () => ({ key: randomUUID(), after: newVersion() })) };
  }

  function linkFrom(id: string, live: readonly string[]): SingleChange {
    const target = pick(live.filter((other) => other !== id));
    if (target === undefined) return { kind: "ask", capable: false };
    return { kind: "link", link: { source_id: id, target_id: target, relation: pick(RELATIONS)! } };
  }

  function unlink(): Change | null {
    const link = pick(visibleLinks(journal).filter(({ source_id }) => !isHeld(source_id)));
    return link === undefined ? null : { kind: "unlink", link };
  }

  function restore(deletedIds: readonly string[]): Change | null {
    const id = pick(deletedIds);
    return id === undefined ? null : { kind: "restore", id, after: { ...journal.notes.get(id)!, isDeleted: false } };
  }

  async function sendOne(change: SingleChange): Promise<boolean> {
    const answer = await send(caller, change).catch(() => null);
    if (answer !== null) settle(journal, change, answer);
    return answer !== null;
  }

  async function importAll(change: Import): Promise<boolean> {
    const { results, isWhole } = await sendImport(caller, change);
    if (isWhole) applyImport(journal, change, results);
    else journal.receivedResults = results;
    return isWhole;
  }

  return {
    journal,
    caller,
    heldCreates,
    async run() {
      for (;;) {
        const change = nextChange();
        journal.pending = change;
        const isAnswered = await (change.kind === "import" ? importAll(change) : sendOne(change));
        if (!isAnswered) return;
        journal.pending = null;
      }
    },
  };
}

/** Sends the request of a change. */
export function send(caller: Caller, change: SingleChange): Promise<ApiAnswer> {
  switch (change.kind) {
    case "create": {
      const { title, content, tags, importance } = change.after;
      const body = { title, content, tags, importance, note_type: "fact" };
      const headers = change.key === null ? {} : { "Idempotency-Key": change.key };
      return caller.call("POST", "/api/workspace/notes", body, headers);
    }
    case "update": {
      const { title, content, tags, isArchived } = change.after;
      const body = { title, content, tags, state: isArchived ? "archived" : "active" };
      return caller.call("PUT", `/api/workspace/notes/${change.id}`, body);
    }
    case "delete":
      return caller.call("DELETE", `/api/workspace/notes/${change.id}`);
    case "purge":
      return caller.call("DELETE", `/api/workspace/notes/${change.id}?purge=true`);
    case "restore":
      return caller.call("POST", `/api/workspace/notes/${change.id}/restore`);
    case "link":
      return caller.call("POST", "/api/workspace/links", change.link);
    case "unlink":
      return caller.call("DELETE", `/api/workspace/links?${new URLSearchParams({ ...change.link }).toString()}`);
    case "ask":
      return caller.call("POST", "/api/ask", { query: `${change.capable ? "Compare" : "What of"} owls at night?` });
  }
}

const SUCCESS_STATUS = {
  create: 201,
  update: 200,
  delete: 204,
  purge: 204,
  restore: 200,
  link: 201,
  unlink: 204,
  ask: 200,
};

function settle(journal: Journal, change: SingleChange, { status, body, headers }: ApiAnswer): void {
  // A conflict is fine: a link can exist once, and notes supersede each other in one direction only.
  if (change.kind === "link" && status === 409) return;
  if (status !== SUCCESS_STATUS[change.kind])
    throw new Error(`${change.kind} was answered with ${status}: ${JSON.stringify(body)}`);
  journal.acknowledgedCount++;
  const isCapable = change.kind === "ask" && change.capable && !headers.has("X-Model-Fallback");
  apply(journal, change.kind === "ask" ? { ...change, capable: isCapable } : change, body?.id);
}
