import { useSyncExternalStore } from "react";
import { useServices } from "../services.tsx";
import type { ThemeChoice } from "./theme.ts";

export function useTheme(): {
  readonly choice: ThemeChoice;
  readonly isDark: boolean;
  readonly choose: (choice: ThemeChoice) => void;
} {
  const { theme } = useServices();
  const choice = useSyncExternalStore(theme.subscribe, () => theme.choice);
  const shownTheme = useSyncExternalStore(theme.subscribe, () => document.documentElement.dataset["theme"]);
  return { choice, isDark: shownTheme === "dark", choose: theme.choose };
}
