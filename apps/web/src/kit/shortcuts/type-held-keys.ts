import type { HeldKey } from "./typing.ts";

/** Replays the keys in the focused field and in the fields that Tab leads to. */
export function typeHeldKeys(keys: readonly HeldKey[]): void {
  let text = "";
  const insert = (): void => {
    // Deprecated, but the only insertion that fields, their undo history and React all treat as typing.
    if (text !== "") document.execCommand("insertText", false, text);
    text = "";
  };
  for (const heldKey of keys) {
    if (heldKey.key.length === 1) {
      text += heldKey.key;
      continue;
    }
    insert();
    press(heldKey);
  }
  insert();
}

function press({ key, mod }: HeldKey): void {
  const field = document.activeElement;
  const event = new KeyboardEvent("keydown", { key, ctrlKey: mod, bubbles: true, cancelable: true });
  if (!field?.dispatchEvent(event)) return;
  if (key === "Backspace") document.execCommand("delete");
  else if (key === "Tab") nextField(field)?.focus();
  else if (field instanceof HTMLTextAreaElement) document.execCommand("insertText", false, "\n");
  else if (field instanceof HTMLInputElement) field.form?.requestSubmit();
}

function nextField(field: Element): HTMLElement | undefined {
  const form = field.closest("form");
  const fields = [...(form ?? document).querySelectorAll<HTMLElement>("input, textarea, select")];
  return fields[fields.indexOf(field as HTMLElement) + 1];
}
