import type { Link, PlannedEvent, Quota } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { stateOf } from "../kit/state-of.ts";
import type { NewMessage } from "../ports/notice.ts";
import type { StoredNote } from "../ports/note-store.ts";

type MessageContext = Pick<ServiceContext, "storage" | "actor" | "newId">;

/** The counters of a quota, as the interface names them. */
export type QuotaCounter = "queries" | "sonnet_queries";

interface QuotaUse extends Pick<Quota, "resets_at"> {
  readonly counter: QuotaCounter;
  readonly used: number;
  readonly limit: number;
  readonly timestamp: string;
}

/**
 * The message of a new note; like those below, undefined when no webhook of the user wants it. Each is stored with the
 * write that it reports.
 */
export function noteCreatedMessage(ctx: MessageContext, note: StoredNote): NewMessage | undefined {
  if (!isWanted(ctx, "note.created")) return undefined;
  const detail = { state: "active", ...noteDetail(note) };
  return newMessage(ctx, "note.created", { timestamp: note.created_at, notes: [note], data: dataOf(note), detail });
}

/** The message of a note's new revision. */
export async function noteUpdatedMessage(
  ctx: MessageContext,
  before: StoredNote,
  note: StoredNote,
): Promise<NewMessage | undefined> {
  if (!isWanted(ctx, "note.updated")) return undefined;
  const state = note.archived ? "archived" : stateOf(note, await ctx.storage.links.states(ctx.actor.userId));
  const detail = { state, ...noteDetail(note), changed: changedFields(before, note) };
  return newMessage(ctx, "note.updated", { timestamp: note.updated_at, notes: [note], data: dataOf(note), detail });
}

/** The message of a new link. */
export function linkCreatedMessage(
  ctx: MessageContext,
  link: Link,
  source: StoredNote,
  target: StoredNote,
): NewMessage | undefined {
  if (!isWanted(ctx, "link.created")) return undefined;
  const { source_id, target_id, relation, created_at } = link;
  const detail = { source_id, target_id, relation, created_at };
  const about = { timestamp: created_at, notes: [source, target], data: dataOf(source), detail };
  return newMessage(ctx, "link.created", about);
}

/** The message of a new `contradicts` whose source stands; undefined for other links. */
export async function noteContestedMessage(
  ctx: MessageContext,
  link: Link,
  source: StoredNote,
  target: StoredNote,
): Promise<NewMessage | undefined> {
  if (link.relation !== "contradicts" || source.archived || !isWanted(ctx, "note.contested")) return undefined;
  const states = await ctx.storage.links.states(ctx.actor.userId);
  if (states.superseded.has(source.id)) return undefined;
  const about = { timestamp: link.created_at, notes: [source, target], data: dataOf(target) };
  return newMessage(ctx, "note.contested", { ...about, detail: { by: dataOf(source) } });
}

/** The message of a question that was accepted. */
export function recallQueryMessage(
  ctx: MessageContext,
  { query, model, timestamp }: { readonly query: string; readonly model: string; readonly timestamp: string },
): NewMessage | undefined {
  if (!isWanted(ctx, "recall.query")) return undefined;
  return newMessage(ctx, "recall.query", { timestamp, notes: [], data: withoutNote(query), detail: { model } });
}

/** The message that a counter has reached 80 % of its limit. */
export function quotaWarningMessage(ctx: MessageContext, use: QuotaUse): NewMessage | undefined {
  const title = `${use.used} of ${use.limit} ${nameOf(use.counter)} of this month are used.`;
  return quotaMessage(ctx, "quota.warning", use, title);
}

/** The message that a counter has reached its limit. */
export function quotaExceededMessage(ctx: MessageContext, use: QuotaUse): NewMessage | undefined {
  return quotaMessage(ctx, "quota.exceeded", use, `All ${use.limit} ${nameOf(use.counter)} of this month are used.`);
}

function quotaMessage(
  ctx: MessageContext,
  event: PlannedEvent,
  { counter, used, limit, resets_at, timestamp }: QuotaUse,
  title: string,
): NewMessage | undefined {
  if (!isWanted(ctx, event)) return undefined;
  const detail = { counter, used, limit, resets_at };
  return newMessage(ctx, event, { timestamp, notes: [], data: withoutNote(title), detail });
}

function isWanted(ctx: MessageContext, event: PlannedEvent): boolean {
  return ctx.storage.webhooks.wants(ctx.actor.userId, event);
}

function newMessage(
  ctx: MessageContext,
  event: PlannedEvent,
  about: {
    readonly timestamp: string;
    readonly notes: readonly StoredNote[];
    readonly data: object;
    readonly detail: object;
  },
): NewMessage {
  return {
    id: `msg_${ctx.newId().replaceAll("-", "")}`,
    event,
    timestamp: about.timestamp,
    noteIds: about.notes.map(({ id }) => id),
    data: JSON.stringify(about.data),
    detail: JSON.stringify(about.detail),
  };
}

/** Returns the documented members of `data`, in their order. */
function dataOf({ id, title, note_type }: StoredNote) {
  return { id, title, note_type };
}

function withoutNote(title: string) {
  return { id: null, title, note_type: null };
}

function noteDetail({ tags, importance, revision, updated_at }: StoredNote) {
  return { tags, importance, revision, updated_at };
}

const CHANGEABLE = ["title", "content", "note_type", "tags", "importance", "archived"] as const;

function changedFields(before: StoredNote, after: StoredNote): string[] {
  return CHANGEABLE.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}

function nameOf(counter: QuotaCounter): string {
  return counter === "queries" ? "queries" : "queries of the capable model";
}
