import { beginTurn } from "../kit/in-turns.ts";
import { createHeadFinder } from "../links/find-heads.ts";
import { basisOf, renumberRoot, type Root, rootNumber, rootsAt } from "./bases.ts";
import { type JudgedLinks, VERDICT } from "./judge-links.ts";
import { noteNumber } from "./rest-graph.ts";
import { coversBasis, type ReviewLook, type Looks } from "./rest-link.ts";

/** The looks at one root that hold. */
export interface RootLooks {
  /** The look for all notes, which quiets the root. */
  general: ReviewLook | null;
  /** A walk from the root passes over these notes. */
  readonly byNote: Map<number, ReviewLook>;
}

/** By the number of a root, the looks whose basis is the present one. Looks at what is no root any more are left out. */
export type LooksByRoot = ReadonlyMap<number, RootLooks>;

/** What a look was found to be about. */
export interface LookReading {
  readonly look: ReviewLook;
  /** Who looked; null for all. */
  readonly note: number | null;
  /** The note that was looked at; -1 while nothing rests on it, or the other note has no rest links. */
  readonly cause: number;
  /** The numbers of the roots at which the look holds. */
  readonly roots: readonly number[];
}

/** The looks that hold, and all looks by key as they were read. */
export interface HoldingLooks {
  readonly looksByRoot: LooksByRoot;
  readonly readings: ReadonlyMap<string, LookReading>;
}

/** What was read before, and where it can differ by now. */
interface EarlierReadings extends Pick<HoldingLooks, "readings"> {
  /** By number of a note before, its number now; null where they are the same. */
  readonly numbers: Uint32Array | null;
  /** The notes that may be other roots by now, or have other bases. */
  readonly changedNotes: ReadonlySet<number>;
}

/** Finds the looks that hold, from earlier readings where those cannot differ. */
export async function holdingLooks(links: JudgedLinks, looks: Looks, earlier?: EarlierReadings): Promise<HoldingLooks> {
  const looksByRoot = new Map<number, RootLooks>();
  const readings = new Map<string, LookReading>();
  const readLook = createLookReader(links);
  const turn = beginTurn();
  for (const [key, look] of looks) {
    if (turn.isOver()) await turn.next();
    const reading = (earlier && presentReading(earlier, key, look)) ?? (await readLook(key, look));
    readings.set(key, reading);
    for (const root of reading.roots) {
      const rootLooks = looksByRoot.get(root) ?? { general: null, byNote: new Map() };
      looksByRoot.set(root, rootLooks);
      if (reading.note === null) rootLooks.general = look;
      else rootLooks.byNote.set(reading.note, look);
    }
  }
  return { looksByRoot, readings };
}

/** Returns what an earlier reading of the look is now; null where it has to be read anew. */
function presentReading(
  { readings, numbers, changedNotes }: EarlierReadings,
  key: string,
  look: ReviewLook,
): LookReading | null {
  const reading = readings.get(key);
  if (reading === undefined || reading.cause < 0 || reading.look.basis !== look.basis) return null;
  const numberNow = (note: number) => (numbers === null ? note : numbers[note]!);
  const cause = numberNow(reading.cause);
  if (changedNotes.has(cause)) return null;
  const roots = reading.roots.map((root) => renumberRoot(root, numbers));
  return { look, note: reading.note === null ? null : numberNow(reading.note), cause, roots };
}

/** Creates a reader that remembers bases, and chains that several looks are about. */
function createLookReader(links: JudgedLinks) {
  const bases = new Map<number, Promise<string>>();
  const headsOf = createHeadFinder(links.states);
  const presentBasis = (root: Root) => {
    const basis = bases.get(rootNumber(root)) ?? basisOf(links, root, headsOf);
    bases.set(rootNumber(root), basis);
    return basis;
  };
  return async (key: string, look: ReviewLook): Promise<LookReading> => {
    const { note, cause, roots } = readKey(links, key);
    const heldRoots: number[] = [];
    for (const root of roots) if (coversBasis(look.basis, await presentBasis(root))) heldRoots.push(rootNumber(root));
    return { look, note, cause, roots: heldRoots };
  };
}

/** Returns who looked, null for all, at what and which roots; no roots for other keys, and for notes without rest links. */
function readKey(links: JudgedLinks, key: string): { note: number | null; cause: number; roots: Root[] } {
  const [verb, one = "", other = ""] = key.split(" ");
  const [first, second] = [noteNumber(links.graph, one), noteNumber(links.graph, other)];
  if (verb === "cause") return { note: null, cause: first, roots: rootsAt(links, first) };
  if (first < 0 || second < 0) return { note: null, cause: -1, roots: [] };
  if (verb === "review") return { note: first, cause: second, roots: rootsAt(links, second) };
  return { note: first, cause: second, roots: verb === "lost" ? [{ note: second, verdict: VERDICT.deleted }] : [] };
}
