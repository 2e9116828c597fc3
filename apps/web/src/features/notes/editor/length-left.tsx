import { lengthOf } from "./note-fields.ts";

/** Said from this share of the limit on. */
const NEAR = 0.8;

/** How much room is left, once it matters. */
export function LengthLeft({ text, limit }: { readonly text: string; readonly limit: number }) {
  // Code points are at most as many as their halves, which are counted for nothing.
  const length = text.length < limit * NEAR ? 0 : lengthOf(text);
  if (length < limit * NEAR) return null;
  return (
    <p className={`text-right text-xs tabular-nums ${length > limit ? "text-danger" : "text-muted"}`}>
      {length.toLocaleString("en")} of {limit.toLocaleString("en")} characters
    </p>
  );
}
