import type { KeyPress } from "./shortcuts.ts";

/** After a character was typed into a field, one that goes elsewhere was meant for it too. */
const MOMENT_MS = 1_000;
/** A field that has not come by then will not come. */
const PATIENCE_MS = 30_000;
const HELD = ["Enter", "Tab", "Backspace"];

/** A key that was typed before its field had the focus. */
export type HeldKey = Pick<KeyPress, "key" | "mod">;

/** Keeps what is typed from running as shortcuts. */
export interface Typing {
  /**
   * Hears a key before the page does. `hold`: it was meant for a field that is about to come. `mute`: it is a
   * character that must run nothing.
   */
  hear(press: KeyPress): "pass" | "mute" | "hold";
  /** A form to write in is on the page, until the function that is returned is called. */
  compose(): () => void;
  /** A field is about to have the focus: what is typed from now on is for it. */
  awaitField(): void;
  /** What was typed for the field, which has the focus now. */
  takeHeld(): readonly HeldKey[];
  /** The user turned to something else: no field is awaited, and nothing is being typed. */
  stop(): void;
}

export function createTyping(now: () => number, singleKeys: { readonly on: boolean }): Typing {
  let typedAt = -Infinity;
  let forms = 0;
  let awaited: { readonly keys: HeldKey[]; until: number } | null = null;

  function stop(): void {
    typedAt = -Infinity;
    awaited = null;
  }
  function awaitedNow() {
    return awaited && now() < awaited.until ? awaited : null;
  }
  function isHeld({ key, mod }: KeyPress): boolean {
    return mod ? key === "Enter" : key.length === 1 || HELD.includes(key);
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
      // A space is how buttons are pressed.
      if (busy || key === " ") return "pass";
      return isTyping || forms > 0 || !singleKeys.on ? "mute" : "pass";
    },
    compose() {
      forms++;
      return () => void forms--;
    },
    awaitField() {
      awaited = { keys: awaitedNow()?.keys ?? [], until: now() + PATIENCE_MS };
    },
    takeHeld() {
      const keys = awaitedNow()?.keys ?? [];
      awaited = null;
      return keys;
    },
    stop,
  };
}
