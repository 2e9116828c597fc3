import type { ReactNode } from "react";

/** Marks the words of a search in a text: whole words and their beginnings, as searches match. */
export function Highlight({ text, query }: { readonly text: string; readonly query: string }): ReactNode {
  return splitAtMatches(text, query).map((part, index) =>
    // Parts have no id, so the index is the key.
    index % 2 === 0 ? (
      part
    ) : (
      <mark key={index} className="rounded-sm bg-mark text-text">
        {part}
      </mark>
    ),
  );
}

/** Splits the text into parts, of which every second one is a match. */
export function splitAtMatches(text: string, query: string): string[] {
  const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return [text];
  const stems = words.map(stem).toSorted((one, other) => other.length - one.length);
  return text.split(new RegExp(`(?<![\\p{L}\\p{N}])((?:${stems.join("|")})[\\p{L}\\p{N}]*)`, "giu"));
}

/** Searches ignore word endings, so marks do too. */
function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/iu, "") : word;
}
