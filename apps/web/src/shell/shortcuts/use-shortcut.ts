import { useEffectEvent, useLayoutEffect } from "react";
import { useServices } from "../../app/services.tsx";
import type { KeyPress, Shortcut } from "./shortcuts.ts";

/** Has the keys as soon as the component is seen, while it is there, unless `when` is false. */
export function useShortcut(
  keys: string,
  { label, group, when = true }: { readonly label: string; readonly group: string; readonly when?: boolean },
  run: () => void,
): void {
  const { shortcuts } = useServices();
  const runNow = useEffectEvent(run);
  useLayoutEffect(() => {
    if (!when) return;
    const shortcut: Shortcut = { keys, label, group, run: () => runNow() };
    return shortcuts.add(shortcut);
  }, [shortcuts, keys, label, group, when]);
}

/** Hands the page's key presses to the shortcuts. */
export function useKeyPresses(): void {
  const { shortcuts } = useServices();
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || event.isComposing) return;
      if (shortcuts.press(keyPress(event))) event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [shortcuts]);
}

function keyPress({ key, ctrlKey, metaKey, target }: KeyboardEvent): KeyPress {
  const element = target instanceof HTMLElement ? target : null;
  const writes = element?.matches("input:not([type=checkbox], [type=radio], [type=range]), textarea, select") ?? false;
  const busy = writes || (element?.isContentEditable ?? false) || element?.closest("dialog[open], [role=menu]") != null;
  return { key, mod: ctrlKey || metaKey, busy };
}
