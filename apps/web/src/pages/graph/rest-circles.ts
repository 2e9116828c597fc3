import type { GraphData } from "../../features/graph/graph-data.ts";
import { isRest, isSetAside } from "../../features/notes/note-types.ts";

/**
 * Returns the notes that stand and rest on themselves through others: those from which rest links lead to a note and
 * back. The server's count of circles goes by the same links.
 *
 * S. R. Kosaraju; see M. Sharir (1981), "A strong-connectivity algorithm and its applications in data flow analysis",
 * Computers & Mathematics with Applications 7, 67–72.
 */
export function restCircles({ notes, links }: GraphData): Set<string> {
  const standingIds = new Set(notes.filter(({ state }) => !isSetAside(state)).map(({ id }) => id));
  const restLinks = links.filter(
    ({ source, target, relation }) => isRest(relation) && standingIds.has(source) && standingIds.has(target),
  );
  const outgoing = Map.groupBy(restLinks, ({ source }) => source);
  const incoming = Map.groupBy(restLinks, ({ target }) => target);
  const foundationsOf = (id: string) => outgoing.get(id)?.map(({ target }) => target) ?? [];
  const dependentsOf = (id: string) => incoming.get(id)?.map(({ source }) => source) ?? [];
  const seenIds = new Set<string>();
  const order = [...outgoing.keys()].flatMap((id) => walk(id, foundationsOf, seenIds));
  const circles = new Set<string>();
  seenIds.clear();
  for (const id of order.toReversed()) {
    const group = walk(id, dependentsOf, seenIds);
    if (group.length > 1) for (const note of group) circles.add(note);
  }
  return circles;
}

/** Walks to all unseen notes from one, and returns each after all that it leads to. */
function walk(start: string, nextOf: (id: string) => readonly string[], seenIds: Set<string>): string[] {
  if (seenIds.has(start)) return [];
  seenIds.add(start);
  const ids: string[] = [];
  const path = [{ id: start, ways: nextOf(start), at: 0 }];
  for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
    const way = step.ways[step.at++];
    if (way === undefined) ids.push(path.pop()!.id);
    else if (!seenIds.has(way)) {
      seenIds.add(way);
      path.push({ id: way, ways: nextOf(way), at: 0 });
    }
  }
  return ids;
}
