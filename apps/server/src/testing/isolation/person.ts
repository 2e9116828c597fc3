import { expect } from "vitest";
import { type GraphStats, NOTE_TYPES, type NoteType, type Relation, type TierKey, TIERS } from "@knote/contract";

/** A plain model of what the user must find. */
export interface Person {
  readonly userId: string;
  readonly tier: TierKey;
  /** All notes that are not purged. */
  readonly notes: Map<string, { readonly title: string; readonly type: NoteType; isDeleted: boolean }>;
  /** Every note's id, purged ones included. */
  readonly ids: string[];
  readonly links: Map<string, KeptLink>;
  readonly usage: Map<string, { queries: number; capable: number }>;
  readonly keys: { readonly key: string; readonly body: Readonly<Record<string, unknown>>; readonly id: string }[];
  /** Note ids by the sender's keys. */
  readonly idsByKey: Map<string, string>;
  readonly cursors: string[];
  readonly eventIds: string[];
  /** Merges and splits. */
  readonly operationIds: string[];
  /** Webhooks, oldest first. */
  readonly webhookIds: string[];
}

export interface KeptLink {
  readonly source_id: string;
  readonly target_id: string;
  readonly relation: Relation;
}

export function createPerson(userId: string, tier: TierKey): Person {
  return {
    userId,
    tier,
    notes: new Map(),
    ids: [],
    links: new Map(),
    usage: new Map(),
    keys: [],
    idsByKey: new Map(),
    cursors: [],
    eventIds: [],
    operationIds: [],
    webhookIds: [],
  };
}

export function liveIds({ notes }: Person): string[] {
  return [...notes].flatMap(([id, { isDeleted }]) => (isDeleted ? [] : [id]));
}

export function deletedIds({ notes }: Person): string[] {
  return [...notes].flatMap(([id, { isDeleted }]) => (isDeleted ? [id] : []));
}

export function isLive({ notes }: Person, id: string): boolean {
  return notes.get(id)?.isDeleted === false;
}

/** Returns the links whose ends are both live. */
export function visibleLinks(person: Person): KeptLink[] {
  return [...person.links.values()].filter((link) => isLive(person, link.source_id) && isLive(person, link.target_id));
}

/** Returns the link's identity: `relates_to` goes both ways, so a pair has one. */
export function linkKey({ source_id, target_id, relation }: KeptLink): string {
  const ends = [source_id, target_id];
  return [...(relation === "relates_to" ? ends.toSorted() : ends), relation].join(" ");
}

export function purge(person: Person, id: string): void {
  person.notes.delete(id);
  for (const [key, { source_id, target_id }] of person.links) {
    if (source_id === id || target_id === id) person.links.delete(key);
  }
}

export function statsOf(person: Person): GraphStats {
  const live = liveIds(person);
  const links = visibleLinks(person);
  const linkedIds = new Set(links.flatMap(({ source_id, target_id }) => [source_id, target_id]));
  const types = NOTE_TYPES.map((type) => [type, live.filter((id) => person.notes.get(id)!.type === type).length]);
  return {
    total_notes: live.length,
    total_links: links.length,
    note_types: Object.fromEntries(types) as GraphStats["note_types"],
    avg_links_per_note: live.length === 0 ? 0 : Math.round((links.length / live.length) * 100) / 100,
    orphan_count: live.filter((id) => !linkedIds.has(id)).length,
  };
}

function usageOf(person: Person, now: number): { queries: number; capable: number } {
  const month = new Date(now).toISOString().slice(0, 7);
  const usage = person.usage.get(month) ?? { queries: 0, capable: 0 };
  person.usage.set(month, usage);
  return usage;
}

/** Counts a question; returns false when the quota is used up. */
export function countQuestion(person: Person, now: number, wantsCapable: boolean): boolean {
  const usage = usageOf(person, now);
  const { queries_per_month: queries, sonnet_queries_per_month: capable } = TIERS[person.tier];
  if (queries >= 0 && usage.queries >= queries) return false;
  usage.queries++;
  if (wantsCapable && (capable < 0 || usage.capable < capable)) usage.capable++;
  return true;
}

export function expectUsage(person: Person, now: number, quota: Record<string, unknown>): void {
  const { queries, capable } = usageOf(person, now);
  expect(quota).toMatchObject({ tier: person.tier, queries_used: queries, sonnet_queries_used: capable });
}
