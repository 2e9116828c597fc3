import { type KeyboardEvent, useEffect, useId, useState } from "react";

/**
 * Keys of a field with a list under it: arrows move, Enter takes the chosen entry. The focus stays in the field.
 * `field` and `list` go on their elements, `option(index)` on each entry. What is chosen stays so when entries come or
 * go around it.
 */
export function useListbox(options: {
  /** Names the entries, in order; each is there once. */
  readonly keys: readonly string[];
  /** False while the entries are those of what was typed before: what is taken first of them is taken when they have come. */
  readonly areCurrent?: boolean;
  /** Index of what is chosen before anything else is; -1 for none. */
  readonly initial: number;
  readonly onTake: (index: number) => void;
}) {
  const { keys, areCurrent = true, initial, onTake } = options;
  const count = keys.length;
  const id = useId();
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const [isToBeTaken, setIsToBeTaken] = useState(false);
  const place = chosenKey === null ? -1 : keys.indexOf(chosenKey);
  const chosen = place < 0 ? Math.min(initial, count - 1) : place;

  useEffect(() => {
    if (!isToBeTaken || !areCurrent) return;
    setIsToBeTaken(false);
    if (chosen >= 0) onTake(chosen);
  });

  function take(): void {
    // Whoever has chosen an entry has seen it.
    if (areCurrent || chosenKey !== null) onTake(chosen);
    else setIsToBeTaken(true);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && count > 0) {
      event.preventDefault();
      setChosenKey(keys[(chosen + step + count) % count]!);
    } else if (event.key === "Enter" && chosen >= 0) {
      event.preventDefault();
      take();
    }
  }

  return {
    chosen,
    choose: setChosenKey,
    /** Back to the start, when what is listed has changed. */
    reset() {
      setChosenKey(null);
      setIsToBeTaken(false);
    },
    /** Takes the chosen entry. */
    take,
    onKeyDown,
    field: {
      role: "combobox",
      "aria-expanded": count > 0,
      "aria-controls": `${id}list`,
      "aria-autocomplete": "list",
      "aria-activedescendant": chosen >= 0 && count > 0 ? `${id}${chosen}` : undefined,
    } as const,
    list: { role: "listbox", id: `${id}list` } as const,
    option: (index: number) =>
      ({
        role: "option",
        id: `${id}${index}`,
        "aria-selected": index === chosen,
        onPointerMove: () => setChosenKey(keys[index]!),
        onClick: () => onTake(index),
      }) as const,
  };
}
