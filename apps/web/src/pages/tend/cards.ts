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
}

/** Where cards of a kind come from: duplicates and suggestions are found on one walk over the notes. */
function sourceOf(kind: Kind): "contested" | "foundations" | "orphans" | "near" {
  return kind === "duplicates" || kind === "suggestions" ? "near" : kind;
}

/** Begins as the tRPC keys of the same procedure do, so that what makes those old makes these old. */
export function cardsKey(kind: Kind): [[string, string], string] {
  return [["tend", sourceOf(kind)], "cards"];
}

export async function loadCards(
  { tend }: Client,
  kind: Kind,
  { cursor, signal }: { readonly cursor: string | undefined; readonly signal: AbortSignal },
): Promise<CardPage> {
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

/** What is left to decide of a kind: once each, without what was dismissed. */
export function openCards(pages: readonly CardPage[], kind: Kind, dismissed: ReadonlySet<string>): Card[] {
  const open = new Map<string, Card>();
  for (const card of pages.flatMap(({ cards }) => cards)) {
    if (card.kind === kind && !dismissed.has(card.key) && !open.has(card.key)) open.set(card.key, card);
  }
  return [...open.values()];
}

/** The page without a card that was decided, and without others about notes that have left with it. */
export function withoutCard(page: CardPage, key: string, left: readonly string[]): CardPage {
  const stays = (card: Card) => card.key !== key && !notesOf(card).some(({ id }) => left.includes(id));
  return { ...page, cards: page.cards.filter(stays) };
}

function notesOf(card: Card): readonly TendedNote[] {
  if (card.kind === "orphans") return [card.note];
  if (card.kind === "foundations") return [card.note];
  return [card.source, card.target];
}
