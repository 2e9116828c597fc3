import { beginTurn } from "../kit/in-turns.ts";
import { type Cause, describeCause, findTrails } from "./find-causes.ts";
import type { LookReading, LooksByRoot } from "./holding-looks.ts";
import { type JudgedLinks, kindOf } from "./judge-links.ts";
import { openRoots, walkSeparately } from "./open-kinds.ts";
import { firstAtLeast, linksAt, noteNumber, type RestGraph } from "./rest-graph.ts";
import type { Looks } from "./rest-link.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import { CAUSE_KINDS, type CauseKind } from "@knote/contract";

export interface ReviewSelection {
  /** Only notes with an open cause of this kind. */
  readonly kind?: CauseKind | undefined;
  /** Only notes with an open cause of this id. */
  readonly cause?: string | undefined;
}

/** A note that needs review. */
export interface Review {
  readonly id: string;
  /** The nearest open cause that the selection asks for. */
  readonly cause: Cause;
  /** How many open causes the note has besides. */
  readonly more: number;
}

export interface ReviewPage {
  readonly reviews: Review[];
  readonly total: number;
  /** The `before` of the next page; null at the end. */
  readonly next: string | null;
}

/** What the reviews of one user are derived from. */
export interface ReviewGround {
  readonly graph: RestGraph;
  readonly states: DerivedStates;
  readonly looks: Looks;
}

/** What is known once reviews are derived. */
export interface Derivation {
  readonly links: JudgedLinks;
  readonly looksByRoot: LooksByRoot;
  /** All looks by key, as they were read. */
  readonly readings: ReadonlyMap<string, LookReading>;
  /** By note, the kinds of its open causes as bits. */
  readonly kinds: Uint8Array;
  /** The same of roots without looks alone. */
  readonly sharedKinds: Uint8Array;
}

/** Lists reviews of notes older than the id `before`, newest note first. */
export async function listReviews(
  derivation: Derivation,
  selection: ReviewSelection,
  { limit, before }: { readonly limit: number; readonly before?: string | undefined },
): Promise<ReviewPage> {
  const { ids } = derivation.links.graph;
  const isSelected = await selectNotes(derivation, selection);
  const page: number[] = [];
  for (let note = (before === undefined ? ids.length : firstAtLeast(ids, before)) - 1; note >= 0; note--) {
    if (page.length > limit) break;
    if (isSelected[note]) page.push(note);
  }
  const reviews: Review[] = [];
  const turn = beginTurn();
  for (const note of page.slice(0, limit)) {
    if (turn.isOver()) await turn.next();
    reviews.push(await reviewOf(derivation, selection, note));
  }
  const total = isSelected.reduce((sum, flag) => sum + flag, 0);
  return { reviews, total, next: page.length > limit ? reviews.at(-1)!.id : null };
}

async function selectNotes(derivation: Derivation, { kind, cause }: ReviewSelection): Promise<Uint8Array> {
  const { links, looksByRoot, kinds } = derivation;
  if (cause === undefined) {
    const bits = kind === undefined ? 0xff : 1 << CAUSE_KINDS.indexOf(kind);
    return kinds.map((one) => Number((one & bits) !== 0));
  }
  const note = noteNumber(links.graph, cause);
  const roots = await openRoots(links, looksByRoot, linksAt(links.graph, note));
  const walks = [...roots.values()].filter(
    ({ root }) => root.note === note && (kind === undefined || kindOf(root.verdict) === kind),
  );
  const isSelected = new Uint8Array(kinds.length);
  for await (const { reach } of walkSeparately(links, looksByRoot, walks))
    for (const one of reach.notes) isSelected[one] = 1;
  return isSelected;
}

async function reviewOf({ links, looksByRoot }: Derivation, selection: ReviewSelection, note: number): Promise<Review> {
  const open = (await findTrails(links, looksByRoot, note)).filter(({ look }) => look === null);
  const nearest = open.find(
    ({ root }) =>
      (selection.kind === undefined || kindOf(root.verdict) === selection.kind) &&
      (selection.cause === undefined || links.graph.ids[root.note] === selection.cause),
  );
  // Safe because the walks up and down the same links agree.
  return { id: links.graph.ids[note]!, cause: await describeCause(links, nearest!), more: open.length - 1 };
}
