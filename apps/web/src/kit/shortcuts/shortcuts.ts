import { createListeners } from "../listeners.ts";

export interface Shortcut {
  /** `k`, `?`, `Escape`, `mod+k` (Ctrl, or ⌘ on a Mac), or two in turn: `g n`. */
  readonly keys: string;
  readonly label: string;
  /** Heading on the help sheet. */
  readonly group: string;
  readonly run: () => void;
}

/** The shortcuts in effect. Of two with the same keys, the later one wins. */
export interface Shortcuts {
  readonly list: readonly Shortcut[];
  add(shortcut: Shortcut): () => void;
  /** Handles a key press; returns true when it ran a shortcut. */
  press(key: KeyPress): boolean;
  subscribe(listener: () => void): () => void;
}

export interface KeyPress {
  readonly key: string;
  readonly mod: boolean;
  /** Whether the user is typing text, or a menu or dialog takes the keys. */
  readonly busy: boolean;
}

const SEQUENCE_MS = 1_200;

export function createShortcuts(now: () => number): Shortcuts {
  const listeners = createListeners();
  let list: readonly Shortcut[] = [];
  let before: { readonly key: string; readonly at: number } | null = null;

  function setList(next: readonly Shortcut[]): void {
    list = next;
    listeners.notify();
  }

  return {
    get list() {
      return list;
    },
    add(shortcut) {
      setList([...list, shortcut]);
      return () => setList(list.filter((other) => other !== shortcut));
    },
    press({ key, mod, busy }) {
      const name = mod ? `mod+${key.length === 1 ? key.toLowerCase() : key}` : key;
      const sequence = before && now() - before.at < SEQUENCE_MS ? `${before.key} ${name}` : null;
      before = null;
      if (busy && !mod) return false;
      const shortcut = list.findLast(({ keys }) => keys === sequence) ?? list.findLast(({ keys }) => keys === name);
      if (shortcut) {
        shortcut.run();
        return true;
      }
      if (list.some(({ keys }) => keys.startsWith(`${name} `))) before = { key: name, at: now() };
      return false;
    },
    subscribe: listeners.add,
  };
}
