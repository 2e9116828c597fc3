/** What the one input means: `?` asks, `+` begins a note, anything else searches. */
export interface Typed {
  readonly kind: "search" | "ask" | "note";
  /** Without the sign. */
  readonly text: string;
}

export function readTyped(value: string): Typed {
  const text = value.trim();
  if (text.startsWith("?")) return { kind: "ask", text: text.slice(1).trim() };
  if (text.startsWith("+")) return { kind: "note", text: text.slice(1).trim() };
  return { kind: "search", text };
}
