import type { NamedNote, Proposal, Review, TendedNote } from "@knote/contract";
import type { Client } from "../../remote/trpc.ts";

export const KINDS = ["contested", "reviews", "duplicates", "orphans", "suggestions"] as const;
export type Kind = (typeof KINDS)[number];

/** One matter to decide. The same matter always has the same key. */
export type Card =
  | { readonly kind: "contested"; readonly key: string; readonly source: TendedNote; readonly target: TendedNote }
  | ReviewCard
  | NearCard
  | SuggestionCard
  | { readonly kind: "orphans"; readonly key: string; readonly note: TendedNote };

/** A note that rests on something that fell. */
export interface ReviewCard extends Review {
  readonly kind: "reviews";
  readonly key: string;
}

/** A link that somebody proposes. */
export interface SuggestionCard extends Pick<
  Proposal,
  "key" | "source" | "target" | "relation" | "similarity" | "confidence" | "by" | "evidence"
> {
  readonly kind: "suggestions";
}

/** Two notes that say nearly the same; `source` is the newer one. */
export interface NearCard {
  readonly kind: "duplicates";
  readonly key: string;
  readonly source: TendedNote;
  readonly target: TendedNote;
  readonly similarity: number;
}

export interface CardPage {
  readonly cards: readonly Card[];
  readonly next: string | null;
  /** When the page was requested, in milliseconds since the epoch. */
  readonly askedAt: number;
}

/** A decision made on a card. Pages requested before it was done still contain the card. */
export interface CardDecision {
  readonly key: string;
  /** Ids of notes whose other cards are settled too. */
  readonly settledIds: readonly string[];
  /** Milliseconds since the epoch; Infinity until the decision is done. */
  readonly doneAt: number;
}

/** Whether the cards come from a walk over all notes, which costs more than a list. */
export function isWalkedFor(kind: Kind): boolean {
  return kind === "duplicates" || kind === "suggestions";
}

const PROCEDURES: Readonly<Record<Kind, [string, string]>> = {
  contested: ["tend", "contested"],
  reviews: ["reviews", "list"],
  duplicates: ["tend", "near"],
  orphans: ["tend", "orphans"],
  suggestions: ["proposals", "list"],
};

/** Returns a key that starts like the procedure's tRPC keys, so that invalidating those covers these. */
export function cardsKey(kind: Kind): [[string, string], string] {
  return [PROCEDURES[kind], "cards"];
}

interface PageRequest {
  readonly cursor: string | undefined;
  readonly signal: AbortSignal;
}

export async function loadCards(client: Client, kind: Kind, request: PageRequest): Promise<CardPage> {
  const askedAt = Date.now();
  return { ...(await readCards(client, kind, request)), askedAt };
}

async function readCards(
  client: Client,
  kind: Kind,
  { cursor, signal }: PageRequest,
): Promise<Omit<CardPage, "askedAt">> {
  const input = cursor === undefined ? {} : { cursor };
  switch (kind) {
    case "contested": {
      const { pairs, next } = await client.tend.contested.query(input, { signal });
      return { cards: pairs.map((pair) => ({ kind: "contested", ...pair })), next };
    }
    case "reviews": {
      const { reviews, next } = await client.reviews.list.query(input, { signal });
      return { cards: reviews.map(reviewCard), next };
    }
    case "orphans": {
      const { notes, next } = await client.tend.orphans.query(input, { signal });
      return { cards: notes.map((note) => ({ kind: "orphans", key: `orphan ${note.id}`, note })), next };
    }
    case "duplicates": {
      const { pairs, next } = await client.tend.near.query(input, { signal });
      const duplicates = pairs.filter((pair) => pair.kind === "duplicate");
      return { cards: duplicates.map((pair) => ({ ...pair, kind: "duplicates" })), next };
    }
    case "suggestions": {
      const { proposals, next } = await client.proposals.list.query(input, { signal });
      return { cards: proposals.map((proposal) => ({ ...proposal, kind: "suggestions" })), next };
    }
  }
}

function reviewCard(review: Review): ReviewCard {
  const { note, cause } = review;
  return { kind: "reviews", key: `review ${note.id} ${cause.id} ${cause.kind}`, ...review };
}

/** Returns the open cards of a kind, each once, without those decided since they were asked for. */
export function openCards(pages: readonly CardPage[], kind: Kind, decisions: readonly CardDecision[]): Card[] {
  const open = new Map<string, Card>();
  for (const { cards, askedAt } of pages) {
    const since = decisions.filter(({ doneAt }) => askedAt < doneAt);
    for (const card of cards) {
      const isOpen = card.kind === kind && !since.some((one) => decides(one, card));
      if (isOpen && !open.has(card.key)) open.set(card.key, card);
    }
  }
  return [...open.values()];
}

function decides({ key, settledIds }: CardDecision, card: Card): boolean {
  return card.key === key || notesOf(card).some(({ id }) => settledIds.includes(id));
}

/** Returns the notes of a card. Who decides about a cause settles the cards of all that rests on it. */
function notesOf(card: Card): readonly NamedNote[] {
  if (card.kind === "reviews") return [card.note, card.cause];
  return "note" in card ? [card.note] : [card.source, card.target];
}
