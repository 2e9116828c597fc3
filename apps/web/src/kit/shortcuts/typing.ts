import type { KeyPress } from "./shortcuts.ts";

/** For so long after typing into a field, a character that lands elsewhere was meant for that field too. */
const MOMENT_MS = 1_000;
/** After this time an awaited field is given up. */
const PATIENCE_MS = 30_000;
const HELD_KEYS = ["Enter", "Tab", "Backspace"];

/** A key that was typed before its field had the focus. */
export type HeldKey = Pick<KeyPress, "key" | "mod">;

/** Keeps typed text from running shortcuts. */
export interface Typing {
  /**
   * Judges a key before the page gets it. `hold`: it was meant for a field that is about to appear. `mute`: it is a
   * character that must run no shortcut.
   */
  hear(press: KeyPress): "pass" | "mute" | "hold";
  /** Registers a form to write in, until the returned function is called. */
  compose(): () => void;
  /** Holds the keys from now on for a field that is about to get the focus. */
  awaitField(): void;
  /** Returns and clears the keys held for the field, which has the focus now. */
  takeHeld(): readonly HeldKey[];
  /** Awaits no field and forgets the typing, because the user turned elsewhere. */
  stop(): void;
}

export function createTyping(now: () => number, singleKeys: { readonly on: boolean }): Typing {
  let typedAt = -Infinity;
  let forms = 0;
  let awaitedField: { readonly keys: HeldKey[]; until: number } | null = null;

  function stop(): void {
    typedAt = -Infinity;
    awaitedField = null;
  }
  function awaitedNow() {
    return awaitedField && now() < awaitedField.until ? awaitedField : null;
  }
  function isHeld({ key, mod }: KeyPress): boolean {
    return mod ? key === "Enter" : key.length === 1 || HELD_KEYS.includes(key);
  }

  return {
    hear(press) {
      const { key, mod, busy } = press;
      if (key === "Escape") stop();
      const field = awaitedNow();
      if (field && isHeld(press)) {
        field.keys.push({ key, mod });
        field.until = now() + PATIENCE_MS;
        return "hold";
      }
      if (key === "Enter") typedAt = -Infinity;
      if (mod || key.length !== 1) return "pass";
      const isTyping = now() - typedAt < MOMENT_MS;
      if (busy || isTyping) typedAt = now();
      // The space bar presses buttons.
      if (busy || key === " ") return "pass";
      return isTyping || forms > 0 || !singleKeys.on ? "mute" : "pass";
    },
    compose() {
      forms++;
      return () => void forms--;
    },
    awaitField() {
      awaitedField = { keys: awaitedNow()?.keys ?? [], until: now() + PATIENCE_MS };
    },
    takeHeld() {
      const keys = awaitedNow()?.keys ?? [];
      awaitedField = null;
      return keys;
    },
    stop,
  };
}
