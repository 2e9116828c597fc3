/** The meaning of the input: `?` asks, `+` starts a note, anything else searches. */
export interface BarInput {
  readonly kind: "search" | "ask" | "note";
  /** Without the leading `?` or `+`. */
  readonly text: string;
}

export function readBarInput(value: string): BarInput {
  const text = value.trim();
  if (text.startsWith("?")) return { kind: "ask", text: text.slice(1).trim() };
  if (text.startsWith("+")) return { kind: "note", text: text.slice(1).trim() };
  return { kind: "search", text };
}
