/** Replaces the ids of one user's notes with their order of appearance, so that two worlds can be compared. */
export interface HiddenIds {
  add(id: string): void;
  /** Returns the text with `«n»` for the n-th id, and `«next»` for the last cursor. */
  hide(text: string): string;
  show(text: string): string;
  /** Remembers the cursor of an answer; call it with every answer. */
  see(answer: { readonly headers: Readonly<Record<string, unknown>>; readonly text: string }): void;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const MESSAGE_ID = /msg_[0-9a-f]{32}/g;

/** An event's id: its number, and a mark that depends on the data's key and so differs between worlds. */
/** The basis of a review whose cause is deleted. */
const BASIS_OF_DELETED = /deleted [0-9a-f]{16}/g;
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
      const withoutCursor = next === null ? text : text.replaceAll(next, "«next»");
      const markOf = (id: string) => (numbers.has(id) ? `«${numbers.get(id)}»` : id);
      return withoutMarks(withoutCursor.replace(UUID, markOf).replace(MESSAGE_ID, markOf));
    },
    show: (text) =>
      text.replaceAll("«next»", () => next ?? "none").replace(/«(\d+)»/g, (_, number: string) => ids[Number(number)]!),
    see: (answer) => (next = nextCursor(answer) ?? next),
  };
}

/** Returns the text with event ids, and digests of ids, that are the same in every world. */
export function withoutMarks(text: string): string {
  return text.replaceAll(EVENT_ID, "$1-mark").replaceAll(BASIS_OF_DELETED, "deleted digest");
}

/** Returns all ids of webhooks' messages in a text. */
export function messageIdsIn(text: string): string[] {
  return text.match(MESSAGE_ID) ?? [];
}

/** Returns all note ids in a text. */
export function idsIn(text: string): string[] {
  return text.match(UUID) ?? [];
}

/** Returns the cursor in the `Link` header, still encoded, or else the body's `next`. */
export function nextCursor({ headers, text }: Parameters<HiddenIds["see"]>[0]): string | null {
  const link = headers["link"];
  if (typeof link === "string") return /[?&]cursor=([^&>]+)/.exec(link)?.[1] ?? null;
  return /"next":"([^"]+)"/.exec(text)?.[1] ?? null;
}
