import { splitAtMatches } from "../../kit/ui/highlight.tsx";

const LENGTH = 240;
const BEFORE_MATCH = 60;

/** A line of a note's content without its marks: from the start, or around the first match of a search. */
export function excerptOf(content: string, query = ""): string {
  const plain = content
    .slice(0, 10_000)
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d+\.)[ \t]+/gm, "")
    // Bounded: each bracket that nothing closes would be looked for to the end otherwise.
    .replace(/```\w*|[*`]+|!?\[([^[\]]*)\]\([^)]{0,500}\)/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
  const [before = ""] = splitAtMatches(plain, query);
  const start = before.length > BEFORE_MATCH && before.length < plain.length ? before.length - BEFORE_MATCH : 0;
  return `${start > 0 ? "…" : ""}${plain.slice(start, start + LENGTH)}`;
}
