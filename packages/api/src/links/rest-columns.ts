import { beginTurn } from "../kit/in-turns.ts";
import { REST_RELATIONS, type RestColumns, type RestEnd, type RestLink } from "../ports/link-store.ts";

/** Puts rest links into columns. Yields to other work when there are many. */
export async function restColumns(links: readonly RestLink[]): Promise<RestColumns> {
  const places = new Map<string, number>();
  const ends: RestEnd[] = [];
  const placeEnd = (end: RestEnd) => {
    const place = places.get(end.id);
    if (place !== undefined) return place;
    places.set(end.id, ends.length);
    return ends.push(end) - 1;
  };
  const [sources, targets] = [new Uint32Array(links.length), new Uint32Array(links.length)];
  const relations = new Uint8Array(links.length);
  const createdAt = new Float64Array(links.length);
  const turn = beginTurn();
  for (const [index, link] of links.entries()) {
    if (index % 64 === 0 && turn.isOver()) await turn.next();
    const target = targetOf(link);
    const targetPlace = placeEnd(target);
    // A link tells more of its target than of its source.
    ends[targetPlace] = target;
    targets[index] = targetPlace;
    sources[index] = placeEnd(sourceOf(link));
    relations[index] = REST_RELATIONS.indexOf(link.relation);
    createdAt[index] = Date.parse(link.created_at);
  }
  return { ends, sources, targets, relations, createdAt };
}

/** Returns the rest links that are in columns. */
export function listRestLinks({ ends, sources, targets, relations, createdAt }: RestColumns): RestLink[] {
  return Array.from(sources, (sourcePlace, index) => {
    const [source, target] = [ends[sourcePlace]!, ends[targets[index]!]!];
    return {
      source_id: source.id,
      target_id: target.id,
      relation: REST_RELATIONS[relations[index]!]!,
      created_at: new Date(createdAt[index]!).toISOString(),
      sourceArchived: source.isArchived,
      targetArchived: target.isArchived,
      sourceDeleted: source.isDeleted,
      targetDeleted: target.isDeleted,
      targetClaimedAt: target.claimedAt,
      targetSetAsideAt: target.setAsideAt,
    };
  });
}

function targetOf(link: RestLink): RestEnd {
  return {
    id: link.target_id,
    isArchived: link.targetArchived,
    isDeleted: link.targetDeleted,
    claimedAt: link.targetClaimedAt,
    setAsideAt: link.targetSetAsideAt,
  };
}

function sourceOf(link: RestLink): RestEnd {
  const [isArchived, isDeleted] = [link.sourceArchived, link.sourceDeleted];
  return { id: link.source_id, isArchived, isDeleted, claimedAt: null, setAsideAt: null };
}
