import type { GraphData } from "../../features/graph/graph-data.ts";
import type { FilteredGraph } from "./filter-graph.ts";

/** "12 of 40 notes, 30 links, 3 found." */
export function graphInWords(graph: GraphData, { notes, relations, matches }: FilteredGraph): string {
  const links = graph.links.filter(
    ({ source, target, relation }) => relations.has(relation) && notes.has(source) && notes.has(target),
  ).length;
  const parts = [amount(notes.size, graph.notes.length, "note"), amount(links, graph.links.length, "link")];
  if (matches) parts.push(`${matches.size.toLocaleString("en")} found`);
  return parts.join(", ");
}

function amount(shownCount: number, all: number, name: string): string {
  const [one, of] = [shownCount.toLocaleString("en"), all.toLocaleString("en")];
  return `${shownCount === all ? one : `${one} of ${of}`} ${all === 1 ? name : `${name}s`}`;
}
