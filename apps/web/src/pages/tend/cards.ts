import type { Relation, TendedNote } from "@knote/contract";
import type { Client } from "../../remote/trpc.ts";

export const KINDS = ["contested", "foundations", "duplicates", "orphans", "suggestions"] as const;
export type Kind = (typeof KINDS)[number];

/** One matter to decide. The same matter has the same key whenever it comes. */
export type Card =
  | { readonly kind: "contested"; readonly key: string; readonly source: TendedNote; readonly target: TendedNote }
  | {
      readonly kind: "foundations";
      readonly key: string;
      readonly note: TendedNote;
      readonly relation: Relation;
      readonly foundation: TendedNote;
      readonly heads: readonly TendedNote[];
    }
  | NearCard
  | { readonly kind: "orphans"; readonly key: string; readonly note: TendedNote };

/** `source` is the newer. */
export interface NearCard {
  readonly kind: "duplicates" | "suggestions";
  readonly key: string;
  readonly source: TendedNote;
  readonly target: TendedNote;
  readonly similarity: number;
}

export interface CardPage {
  readonly cards: readonly Card[];
  readonly next: string | null;
  /** When it was asked for, in milliseconds since the epoch. */
  readonly askedAt: number;
}

/** A decision on a card. Pages that were asked for before it was done still have what it decided. */
export interface Decided {
  readonly key: string;
  /** Notes that no card is about any more. */
  readonly left: readonly string[];
  /** Milliseconds since the epoch; infinity until it is done. */
  readonly doneAt: number;
}

/** Where cards of a kind come from: duplicates and suggestions are found on one walk over the notes. */
function sourceOf(kind: Kind): "contested" | "foundations" | "orphans" | "near" {
  return kind === "duplicates" || kind === "suggestions" ? "near" : kind;
}

/** Whether the cards are found on a walk over all notes, which costs more than a list. */
export function isWalkedFor(kind: Kind): boolean {
  return sourceOf(kind) === "near";
}

/** Begins as the tRPC keys of the same procedure do, so that what makes those old makes these old. */
export function cardsKey(kind: Kind): [[string, string], string] {
  return [["tend", sourceOf(kind)], "cards"];
}

interface PageAsked {
  readonly cursor: string | undefined;
  readonly signal: AbortSignal;
}

export async function loadCards(client: Client, kind: Kind, asked: PageAsked): Promise<CardPage> {
  const askedAt = Date.now();
  return { ...(await readCards(client, kind, asked)), askedAt };
}

async function readCards(
  { tend }: Client,
  kind: Kind,
  { cursor, signal }: PageAsked,
): Promise<Omit<CardPage, "askedAt">> {
  const input = cursor === undefined ? {} : { cursor };
  switch (sourceOf(kind)) {
    case "contested": {
      const { pairs, next } = await tend.contested.query(input, { signal });
      return { cards: pairs.map((pair) => ({ kind: "contested", ...pair })), next };
    }
    case "foundations": {
      const { foundations, next } = await tend.foundations.query(input, { signal });
      return { cards: foundations.map((stale) => ({ kind: "foundations", ...stale })), next };
    }
    case "orphans": {
      const { notes, next } = await tend.orphans.query(input, { signal });
      return { cards: notes.map((note) => ({ kind: "orphans", key: `orphan ${note.id}`, note })), next };
    }
    case "near": {
      const { pairs, next } = await tend.near.query(input, { signal });
      const cards = pairs.map(({ kind: near, ...pair }): Card => ({
        kind: near === "duplicate" ? "duplicates" : "suggestions",
        ...pair,
      }));
      return { cards, next };
    }
  }
}

/** What is left to decide of a kind: once each, without what was dismissed or decided. */
export function openCards(
  pages: readonly CardPage[],
  kind: Kind,
  { dismissed, decided }: { readonly dismissed: ReadonlySet<string>; readonly decided: readonly Decided[] },
): Card[] {
  const open = new Map<string, Card>();
  for (const { cards, askedAt } of pages) {
    const since = decided.filter(({ doneAt }) => askedAt < doneAt);
    for (const card of cards) {
      const isOpen = card.kind === kind && !dismissed.has(card.key) && !since.some((one) => decides(one, card));
      if (isOpen && !open.has(card.key)) open.set(card.key, card);
    }
  }
  return [...open.values()];
}

function decides({ key, left }: Decided, card: Card): boolean {
  return card.key === key || notesOf(card).some(({ id }) => left.includes(id));
}

function notesOf(card: Card): readonly TendedNote[] {
  return "note" in card ? [card.note] : [card.source, card.target];
}
