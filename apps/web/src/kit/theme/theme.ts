import { createListeners } from "../listeners.ts";

export type ThemeChoice = "light" | "dark" | "system";

const KEY = "knote.theme";

/** Light or dark, as chosen here or by the system. `theme.js` applies the same before the first paint. */
export interface Theme {
  readonly choice: ThemeChoice;
  choose(choice: ThemeChoice): void;
  subscribe(listener: () => void): () => void;
}

export function createTheme(): Theme {
  const listeners = createListeners();
  const systemIsDark = window.matchMedia("(prefers-color-scheme: dark)");
  let choice = readChoice();

  function apply(): void {
    const dark = choice === "system" ? systemIsDark.matches : choice === "dark";
    document.documentElement.dataset["theme"] = dark ? "dark" : "light";
    listeners.notify();
  }
  systemIsDark.addEventListener("change", apply);
  window.addEventListener("storage", ({ key }) => {
    if (key !== KEY) return;
    choice = readChoice();
    apply();
  });

  return {
    get choice() {
      return choice;
    },
    choose(next) {
      choice = next;
      if (next === "system") localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, next);
      apply();
    },
    subscribe: listeners.add,
  };
}

function readChoice(): ThemeChoice {
  const storedChoice = localStorage.getItem(KEY);
  return storedChoice === "light" || storedChoice === "dark" ? storedChoice : "system";
}
