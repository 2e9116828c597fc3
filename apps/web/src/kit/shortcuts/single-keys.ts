import { createListeners } from "../listeners.ts";

const KEY = "knote.single-keys";

/** Whether characters alone run shortcuts: as chosen in this browser, in all its tabs. */
export interface SingleKeys {
  readonly on: boolean;
  choose(on: boolean): void;
  subscribe(listener: () => void): () => void;
}

export function createSingleKeys(): SingleKeys {
  const listeners = createListeners();
  let on = isOn();

  function apply(): void {
    // Hints of keys that run nothing are hidden by the stylesheet.
    document.documentElement.dataset["singleKeys"] = on ? "on" : "off";
    listeners.tell();
  }
  window.addEventListener("storage", ({ key }) => {
    if (key !== KEY) return;
    on = isOn();
    apply();
  });
  apply();

  return {
    get on() {
      return on;
    },
    choose(next) {
      on = next;
      if (next) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, "off");
      apply();
    },
    subscribe: listeners.add,
  };
}

function isOn(): boolean {
  return localStorage.getItem(KEY) !== "off";
}
