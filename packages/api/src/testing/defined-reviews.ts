import { keyOf, type ModelLink, type ModelLook, type ModelRoot, type ReviewModel } from "./review-model.ts";

/** One way from a note to a root: the notes on it, and whether one of them, or a look for all, quiets it. */
export interface DefinedPath {
  readonly root: ModelRoot;
  readonly notes: readonly string[];
  readonly isQuiet: boolean;
}

/** The definition of reviews, word by word over all simple paths, with no thought of speed. */
export function defineReviews(model: ReviewModel) {
  const live = new Set(model.notes.filter(({ deleted }) => !deleted).map(({ id }) => id));
  const noteOf = (id: string) => model.notes.find((note) => note.id === id)!;
  const visible = model.links.filter(({ source, target }) => live.has(source) && live.has(target));
  const newerThan = (id: string) =>
    visible.filter(({ relation, target }) => relation === "supersedes" && target === id).map(({ source }) => source);
  const isSuperseded = (id: string, seenIds: readonly string[] = []): boolean =>
    newerThan(id).some(
      (one) => !seenIds.includes(one) && (!noteOf(one).archived || isSuperseded(one, [...seenIds, one])),
    );
  const stands = (id: string) => live.has(id) && !noteOf(id).archived && !isSuperseded(id);
  const allNewer = (id: string) => {
    const ids = new Set(newerThan(id));
    for (const one of ids) for (const next of newerThan(one)) ids.add(next);
    return [...ids];
  };
  const headsOf = (id: string) => allNewer(id).filter(stands).sort();
  const attacks = visible.filter(
    ({ relation, source, target }) => relation === "contradicts" && stands(source) && stands(target),
  );
  const attackersOf = (id: string) => attacks.filter(({ target }) => target === id).map(({ source }) => source);
  const upheldIds = defineUpheld(
    model.notes.map(({ id }) => id),
    attacks.map(({ source, target }) => [source, target] as const),
  );
  const restLinks = model.links.filter(({ relation }) => relation === "depends_on" || relation === "derived_from");
  const restsOn = (id: string) => restLinks.filter(({ source }) => source === id).map(({ target }) => target);

  const rootOf = ({ source, target, createdAt }: ModelLink): ModelRoot | null => {
    const { deleted, archived, claimedAt } = noteOf(target);
    const heads = headsOf(target);
    const movedOn =
      heads.length > 0 && (heads.includes(source) || heads.every((head) => restsOn(source).includes(head)));
    if (live.has(target) && isSuperseded(target) && !movedOn) return { id: target, kind: "superseded" };
    if (deleted) return { id: source, kind: "deleted" };
    if (archived) return { id: target, kind: "archived" };
    if (claimedAt !== null && claimedAt > createdAt) return { id: target, kind: "reworded" };
    const isContested = stands(target) && attackersOf(target).length > 0 && !upheldIds.has(target);
    return isContested ? { id: target, kind: "contested" } : null;
  };
  const basisOf = ({ id, kind }: ModelRoot): string => {
    const lostIds = restsOn(id).filter((one) => !live.has(one));
    const ids = { superseded: headsOf(id), contested: attackersOf(id), deleted: lostIds, archived: [], reworded: [] };
    const basis = [kind, kind === "reworded" ? noteOf(id).claimedAt : "", ...new Set(ids[kind].sort())];
    return basis.join(" ");
  };
  const looks = [...new Map(model.looks.map((look) => [keyOf(look), look])).values()];
  const isQuieted = (notes: readonly string[], root: ModelRoot) =>
    looks.some(
      (look: ModelLook) =>
        (look.note === null || notes.includes(look.note)) &&
        look.root.id === root.id &&
        (look.note === null ? root.kind !== "deleted" : (look.root.kind === "deleted") === (root.kind === "deleted")) &&
        look.definedBasis === basisOf(root),
    );
  const pathsFrom = (notes: readonly string[]): DefinedPath[] =>
    restLinks
      .filter(({ source }) => source === notes.at(-1))
      .flatMap((link) => {
        const root = rootOf(link);
        const ends = root ? [{ root, notes, isQuiet: isQuieted(notes, root) }] : [];
        const goesOn = stands(link.target) && !notes.includes(link.target);
        return goesOn ? [...ends, ...pathsFrom([...notes, link.target])] : ends;
      });
  return {
    stands,
    basisOf,
    pathsOf: (id: string) => (stands(id) ? pathsFrom([id]) : []),
    stateOf: (id: string) => {
      if (noteOf(id).archived) return "archived";
      if (isSuperseded(id)) return "superseded";
      const isContested = visible.some(
        ({ relation, source, target }) => relation === "contradicts" && target === id && stands(source),
      );
      return isContested ? "contested" : "active";
    },
  };
}

/** The grounded extension: what follows from nothing, since each step upholds what those before it defend. */
function defineUpheld(ids: readonly string[], attacks: readonly (readonly [string, string])[]): ReadonlySet<string> {
  const attackersOf = (id: string) => attacks.filter(([, target]) => target === id).map(([source]) => source);
  let upheldIds = new Set<string>();
  for (;;) {
    const defendedIds = ids.filter((id) =>
      attackersOf(id).every((attacker) => attackersOf(attacker).some((defender) => upheldIds.has(defender))),
    );
    if (defendedIds.length === upheldIds.size) return upheldIds;
    upheldIds = new Set(defendedIds);
  }
}
