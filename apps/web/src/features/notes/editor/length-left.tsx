import { lengthOf } from "./note-fields.ts";

/** The length is shown from this share of the limit on. */
const NEAR = 0.8;

/** Shows the length of the text once it gets near the limit. */
export function LengthLeft({ text, limit }: { readonly text: string; readonly limit: number }) {
  // Counting code points is slow; `length` counts UTF-16 units and is never smaller.
  const length = text.length < limit * NEAR ? 0 : lengthOf(text);
  if (length < limit * NEAR) return null;
  return (
    <p className={`text-right text-xs tabular-nums ${length > limit ? "text-danger" : "text-muted"}`}>
      {length.toLocaleString("en")} of {limit.toLocaleString("en")} characters
    </p>
  );
}
