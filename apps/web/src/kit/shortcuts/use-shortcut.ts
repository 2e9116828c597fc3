import { useEffectEvent, useLayoutEffect } from "react";
import { useServices } from "../services.tsx";
import type { Shortcut } from "./shortcuts.ts";

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
