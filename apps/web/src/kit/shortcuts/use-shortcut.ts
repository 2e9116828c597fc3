import { useEffectEvent, useLayoutEffect } from "react";
import { useServices } from "../services.tsx";
import type { Shortcut } from "./shortcuts.ts";

/** Binds the keys while the component is mounted, unless `when` is false. A layout effect, so from the first paint. */
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
