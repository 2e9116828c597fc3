import { createListeners } from "../listeners.ts";

const KEY = "knote.single-keys";

/** Whether single characters run shortcuts, as chosen for all tabs of this browser. */
export interface SingleKeys {
  readonly on: boolean;
  choose(on: boolean): void;
  subscribe(listener: () => void): () => void;
}

export function createSingleKeys(): SingleKeys {
  const listeners = createListeners();
  let on = isOn();

  function apply(): void {
    // The stylesheet hides hints of keys that run nothing.
    document.documentElement.dataset["singleKeys"] = on ? "on" : "off";
    listeners.notify();
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
