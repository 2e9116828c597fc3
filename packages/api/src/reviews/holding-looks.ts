import { beginTurn } from "../kit/in-turns.ts";
import { createHeadFinder } from "../links/find-heads.ts";
import { basisOf, type Root, rootNumber, rootsAt } from "./bases.ts";
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

/** Finds the looks that hold. */
export async function holdingLooks(links: JudgedLinks, looks: Looks): Promise<LooksByRoot> {
  const looksByRoot = new Map<number, RootLooks>();
  const bases = new Map<number, Promise<string>>();
  // Remembers chains that several looks are about.
  const headsOf = createHeadFinder(links.states);
  const presentBasis = (root: Root) => {
    const basis = bases.get(rootNumber(root)) ?? basisOf(links, root, headsOf);
    bases.set(rootNumber(root), basis);
    return basis;
  };
  const turn = beginTurn();
  for (const [key, look] of looks) {
    if (turn.isOver()) await turn.next();
    const { note, roots } = readKey(links, key);
    for (const root of roots) {
      if (!coversBasis(look.basis, await presentBasis(root))) continue;
      const rootLooks = looksByRoot.get(rootNumber(root)) ?? { general: null, byNote: new Map() };
      looksByRoot.set(rootNumber(root), rootLooks);
      if (note === null) rootLooks.general = look;
      else rootLooks.byNote.set(note, look);
    }
  }
  return looksByRoot;
}

/** Returns who looked, null for all, and at which roots; no roots for other keys, and for notes without rest links. */
function readKey(links: JudgedLinks, key: string): { note: number | null; roots: Root[] } {
  const [verb, one = "", other = ""] = key.split(" ");
  const [first, second] = [noteNumber(links.graph, one), noteNumber(links.graph, other)];
  if (verb === "cause") return { note: null, roots: rootsAt(links, first) };
  if (first < 0 || second < 0) return { note: null, roots: [] };
  if (verb === "review") return { note: first, roots: rootsAt(links, second) };
  return { note: first, roots: verb === "lost" ? [{ note: second, verdict: VERDICT.deleted }] : [] };
}
