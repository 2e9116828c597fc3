import type { Toasts } from "./toasts.ts";

/** Copies a text, then shows `confirmation`. Browsers allow it at most to pages on https or on this machine. */
export async function copyText(toasts: Pick<Toasts, "show">, text: string, confirmation: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.show({ text: confirmation });
  } catch {
    toasts.show({ text: "This browser does not allow copying. Select the text instead." });
  }
}
