import { codePointCount, LIMITS } from "@knote/contract";
import { visibleText } from "../markdown/visible-text.ts";

/**
 * Divides a text into parts that a note can hold, at the highest headings that make them fit. A stretch without
 * headings is divided between paragraphs, lines or, in the end, anywhere.
 */
export function splitContent(content: string): string[] {
  if (fits(content)) return [content];
  const visible = visibleText(content) ?? content;
  const parts = splitAt(content, visible, 1);
  return joinSmall(parts)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function splitAt(content: string, visible: string, level: number): string[] {
  if (fits(content)) return [content];
  if (level > 6) return splitAnywhere(content);
  const heading = new RegExp(`^#{${level}}[ \\t]`, "gm");
  const starts = [...visible.matchAll(heading)].map((match) => match.index).filter((at) => at > 0);
  const bounds = [0, ...starts, content.length];
  return bounds
    .slice(1)
    .flatMap((end, index) => splitAt(content.slice(bounds[index], end), visible.slice(bounds[index], end), level + 1));
}

function splitAnywhere(content: string): string[] {
  const parts: string[] = [];
  let rest = content;
  while (!fits(rest)) {
    const head = [...rest.slice(0, 2 * LIMITS.contentLength)].slice(0, LIMITS.contentLength).join("");
    const end = [head.lastIndexOf("\n\n"), head.lastIndexOf("\n"), head.lastIndexOf(" ")].find((at) => at > 0);
    parts.push(head.slice(0, end ?? head.length));
    rest = rest.slice(end ?? head.length);
  }
  return [...parts, rest];
}

/** Joins neighbours that fit into one note, as few parts are easier to read. */
function joinSmall(parts: readonly string[]): string[] {
  const joinedParts: string[] = [];
  for (const part of parts) {
    const before = joinedParts.at(-1);
    if (before !== undefined && fits(before + part)) joinedParts[joinedParts.length - 1] = before + part;
    else joinedParts.push(part);
  }
  return joinedParts;
}

function fits(text: string): boolean {
  return text.length <= LIMITS.contentLength || codePointCount(text) <= LIMITS.contentLength;
}
