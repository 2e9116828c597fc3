import { type KeyboardEvent, useEffect, useId, useState } from "react";

/**
 * Handles the keys of a field with a list below it: arrows move, Enter takes the chosen entry; the focus stays in the
 * field. Spread `field` and `list` on their elements and `option(index)` on each entry. The chosen entry stays chosen
 * when entries are added or removed around it.
 */
export function useListbox(options: {
  /** Unique keys of the entries, in order. */
  readonly keys: readonly string[];
  /** False while the entries belong to earlier input: Enter then waits for the current ones. */
  readonly areCurrent?: boolean;
  /** Index of the entry chosen at first; -1 for none. */
  readonly initial: number;
  readonly onTake: (index: number) => void;
}) {
  const { keys, areCurrent = true, initial, onTake } = options;
  const count = keys.length;
  const id = useId();
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const [isToBeTaken, setIsToBeTaken] = useState(false);
  const place = chosenKey === null ? -1 : keys.indexOf(chosenKey);
  const chosenIndex = place < 0 ? Math.min(initial, count - 1) : place;

  useEffect(() => {
    if (!isToBeTaken || !areCurrent) return;
    setIsToBeTaken(false);
    if (chosenIndex >= 0) onTake(chosenIndex);
  });

  function take(): void {
    // A user who chose an entry has seen it, so it can be taken even if the list is not current.
    if (areCurrent || chosenKey !== null) onTake(chosenIndex);
    else setIsToBeTaken(true);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && count > 0) {
      event.preventDefault();
      setChosenKey(keys[(chosenIndex + step + count) % count]!);
    } else if (event.key === "Enter" && chosenIndex >= 0) {
      event.preventDefault();
      take();
    }
  }

  return {
    chosenIndex,
    choose: setChosenKey,
    /** Returns to the initial choice; call it when the input changes. */
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
      "aria-activedescendant": chosenIndex >= 0 && count > 0 ? `${id}${chosenIndex}` : undefined,
    } as const,
    list: { role: "listbox", id: `${id}list` } as const,
    option: (index: number) =>
      ({
        role: "option",
        id: `${id}${index}`,
        "aria-selected": index === chosenIndex,
        onPointerMove: () => setChosenKey(keys[index]!),
        onClick: () => onTake(index),
      }) as const,
  };
}
