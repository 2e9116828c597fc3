/** Ids of one user's notes, by the order in which they came: what is left when two worlds make other ids of the same. */
export interface HiddenIds {
  add(id: string): void;
  /** The text with `«n»` for the n-th id, and `«next»` for the place where the last page ended. */
  hide(text: string): string;
  show(text: string): string;
  /** To be told of every answer, for its place of the next page. */
  see(answer: { readonly headers: Readonly<Record<string, unknown>>; readonly text: string }): void;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Of an event: its number, and a mark that is made with the key of the data and so is another in every world. */
const EVENT_ID = /\b(\d+)-[0-9a-f]{8}\b/g;

export function createHiddenIds(): HiddenIds {
  const numbers = new Map<string, number>();
  const ids: string[] = [];
  let next: string | null = null;
  return {
    add(id) {
      if (numbers.has(id)) return;
      numbers.set(id, ids.length);
      ids.push(id);
    },
    hide(text) {
      const placed = next === null ? text : text.replaceAll(next, "«next»");
      return withoutMarks(placed.replace(UUID, (id) => (numbers.has(id) ? `«${numbers.get(id)}»` : id)));
    },
    show: (text) =>
      text.replaceAll("«next»", () => next ?? "none").replace(/«(\d+)»/g, (_, number: string) => ids[Number(number)]!),
    see: (answer) => (next = nextCursor(answer) ?? next),
  };
}

/** The text with event ids that are the same in every world. */
export function withoutMarks(text: string): string {
  return text.replaceAll(EVENT_ID, "$1-mark");
}

/** All ids in a text. */
export function idsIn(text: string): string[] {
  return text.match(UUID) ?? [];
}

/** The cursor in the `Link` header, as it stands there. */
export function nextCursor({ headers, text }: Parameters<HiddenIds["see"]>[0]): string | null {
  const link = headers["link"];
  if (typeof link === "string") return /[?&]cursor=([^&>]+)/.exec(link)?.[1] ?? null;
  return /"next":"([^"]+)"/.exec(text)?.[1] ?? null;
}
