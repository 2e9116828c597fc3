import type { Toasts } from "./toasts.ts";

/** Copies a text, and says `done` once that is so. Browsers let https pages and those of this machine copy, if at all. */
export async function copyText(toasts: Pick<Toasts, "show">, text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.show({ text: done });
  } catch {
    toasts.show({ text: "The browser does not let it be copied: select it instead." });
  }
}
