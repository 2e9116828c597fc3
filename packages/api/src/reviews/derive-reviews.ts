import { type Cause, describeCause, findTrails } from "./find-causes.ts";
import { basisOf, fallenRootsAt } from "./bases.ts";
import { holdingLooks } from "./holding-looks.ts";
import { type JudgedLinks, judgeLinks, numberStates } from "./judge-links.ts";
import type { Change } from "./change-states.ts";
import { findImpact, type Impact } from "./impact.ts";
import {
  type Derivation,
  listReviews,
  type ReviewGround,
  type ReviewPage,
  type ReviewSelection,
} from "./list-reviews.ts";
import { findOpened, type OpenedReview } from "./opened-reviews.ts";
import { openKinds } from "./open-kinds.ts";
import type { GraphPatch } from "./patch-graph.ts";
import { rankCauses, type ShakingCause } from "./rank-causes.ts";
import { type Foundation, foundationsOf, noteNumber } from "./rest-graph.ts";
import { CAUSE_KINDS, type CauseKind } from "@knote/contract";
import type { Looks } from "./rest-link.ts";
import { updateDerivation } from "./update-derivation.ts";

/** Most causes of one note that are told, nearest first. */
const MOST_CAUSES = 200;

/** Which notes of one user need review. It stays as it was derived; each write may need another. */
export interface Reviews {
  readonly total: number;
  /** By kind, how many notes have an open cause of it. A note can count for several. */
  readonly totals: Readonly<Record<CauseKind, number>>;
  /** How many notes have an open cause that is not `contested`. */
  readonly totalBesidesContested: number;
  needsReview(id: string): boolean;
  /** Returns the ids of all notes that need review, sorted. */
  ids(): string[];
  /** Returns up to `limit` reviews, newest note first, of notes older than the id `before`; `next` is null at the end. */
  list(
    selection: ReviewSelection,
    page: { readonly limit: number; readonly before?: string | undefined },
  ): Promise<ReviewPage>;
  /** Returns what a note rests on directly, by id; what is deleted is left out. */
  foundationsOf(id: string): Foundation[];
  /** Returns the causes of one note, nearest first, including those that a look quiets; at most 200. */
  causesOf(id: string): Promise<Cause[]>;
  /** Returns the nearest open cause of one note; null when it does not need review. */
  openCauseOf(id: string): Promise<Cause | null>;
  /** Returns the bases of all that the note is a cause of at present; none when nothing that rests on it fell. */
  basesOf(id: string): Promise<string[]>;
  /** Returns the notes with an open cause that began after one time and up to another, each with its newest. */
  openedBetween(period: { readonly after: string; readonly upTo: string }): Promise<OpenedReview[]>;
  /** Works out what a change would do. Nothing is written. */
  impact(change: Change): Promise<Impact>;
  /** What the reviews were derived from, by numbers of notes. */
  readonly numbers: JudgedLinks;
  /** What the next derivation begins with. */
  readonly derivation: Derivation;
  /** By number of a note, the kinds of its open causes as bits. */
  readonly kinds: Uint8Array;
  /** Returns what `kinds` would be if these looks were all. */
  kindsWithLooks(looks: Looks): Promise<Uint8Array>;
  /** Returns every open cause with what it shakes, most first. */
  rankCauses(): Promise<ShakingCause[]>;
}

/** What was derived earlier, and how its graph became the present one; `patch` is null where it is the same. */
export interface EarlierReviews {
  readonly reviews: Reviews;
  readonly patch: GraphPatch | null;
}

/**
 * Derives which notes need review: those that rest, directly or through notes that stand, on one that fell, unless they
 * or a note on each way have looked at it. Yields to other work when there is much. From an earlier outcome only what
 * has changed since is worked out.
 */
export async function deriveReviews(ground: ReviewGround, earlier?: EarlierReviews): Promise<Reviews> {
  const { graph, looks } = ground;
  const update = earlier && (await updateDerivation(earlier.reviews.derivation, ground, earlier.patch));
  const derivation = update ?? (await deriveAll(ground));
  const { links, looksByRoot, kinds } = derivation;
  return {
    ...countKinds(kinds),
    needsReview: (id) => Boolean(kinds[noteNumber(graph, id)]),
    ids: () => graph.ids.filter((_, note) => kinds[note]),
    list: (selection, page) => listReviews(derivation, selection, page),
    foundationsOf: (id) => foundationsOf(graph, id),
    async causesOf(id) {
      const trails = await findTrails(links, looksByRoot, noteNumber(graph, id));
      return Promise.all(trails.slice(0, MOST_CAUSES).map((trail) => describeCause(links, trail)));
    },
    async openCauseOf(id) {
      const trails = await findTrails(links, looksByRoot, noteNumber(graph, id));
      const open = trails.find(({ look }) => look === null);
      return open ? await describeCause(links, open) : null;
    },
    basesOf: (id) => Promise.all(fallenRootsAt(links, noteNumber(graph, id)).map((root) => basisOf(links, root))),
    openedBetween: (period) => findOpened(derivation, period),
    impact: (change) => findImpact({ ...derivation, looks }, change),
    numbers: links,
    derivation,
    kinds,
    async kindsWithLooks(otherLooks) {
      const holding = await holdingLooks(links, otherLooks);
      return (await openKinds(links, holding.looksByRoot)).kinds;
    },
    rankCauses: () => rankCauses(derivation),
  };
}

async function deriveAll({ graph, states, looks }: ReviewGround): Promise<Derivation> {
  const links = await judgeLinks(await numberStates(graph, states));
  const { looksByRoot, readings } = await holdingLooks(links, looks);
  return { links, looksByRoot, readings, ...(await openKinds(links, looksByRoot)) };
}

function countKinds(kinds: Uint8Array): Pick<Reviews, "total" | "totals" | "totalBesidesContested"> {
  const all = (1 << CAUSE_KINDS.length) - 1;
  const counts = new Uint32Array(all + 1);
  for (const bits of kinds) counts[bits]!++;
  const count = (bits: number) => counts.reduce((sum, one, combination) => sum + (combination & bits ? one : 0), 0);
  const bitOf = (kind: CauseKind) => 1 << CAUSE_KINDS.indexOf(kind);
  const totals = Object.fromEntries(CAUSE_KINDS.map((kind) => [kind, count(bitOf(kind))]));
  return {
    total: count(all),
    // Safe because each kind has its entry.
    totals: totals as Reviews["totals"],
    totalBesidesContested: count(all & ~bitOf("contested")),
  };
}
