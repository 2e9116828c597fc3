import { splitAtMatches } from "../../kit/ui/highlight.tsx";

const LENGTH = 240;
const BEFORE_MATCH = 60;

/** Returns one line of a note's content without Markdown marks: from the start, or around the first match. */
export function excerptOf(content: string, query = ""): string {
  const plain = content
    .slice(0, 10_000)
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d+\.)[ \t]+/gm, "")
    // Bounded: otherwise every unclosed bracket would cause a scan to the end.
    .replace(/```\w*|[*`]+|!?\[([^[\]]*)\]\([^)]{0,500}\)/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
  const [before = ""] = splitAtMatches(plain, query);
  const start = before.length > BEFORE_MATCH && before.length < plain.length ? before.length - BEFORE_MATCH : 0;
  return `${start > 0 ? "…" : ""}${plain.slice(start, start + LENGTH)}`;
}
