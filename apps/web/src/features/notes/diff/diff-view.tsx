import { useMemo } from "react";
import { type DiffPart, wordDiff } from "./word-diff.ts";

/** Unchanged characters shown on each side of a change; the rest is left out. */
const AROUND = 160;

/** Shows the differences between two texts, word by word. */
export function DiffView({ before, after }: { readonly before: string; readonly after: string }) {
  const parts = useMemo(() => wordDiff(before, after), [before, after]);
  return (
    <p className="leading-relaxed whitespace-pre-wrap wrap-anywhere">
      {parts.map((part, index) => (
        // Parts have no id, so the index is the key.
        <Part key={index} part={part} isFirst={index === 0} isLast={index === parts.length - 1} />
      ))}
    </p>
  );
}

function Part({
  part: { kind, text },
  isFirst,
  isLast,
}: {
  readonly part: DiffPart;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}) {
  if (kind === "added") {
    return <ins className="rounded-sm bg-added px-px no-underline">{text}</ins>;
  }
  if (kind === "removed") {
    return <del className="rounded-sm bg-removed px-px">{text}</del>;
  }
  const head = isFirst ? "" : text.slice(0, AROUND);
  const tail = isLast ? "" : text.slice(-AROUND);
  return <span className="text-muted">{head.length + tail.length < text.length ? `${head} … ${tail}` : text}</span>;
}
