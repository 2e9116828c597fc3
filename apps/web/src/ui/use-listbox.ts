import { type KeyboardEvent, useId, useState } from "react";

/**
 * Keys of a field with a list under it: arrows move, Enter takes the chosen entry. The focus stays in the field.
 * `field` and `list` go on their elements, `option(index)` on each entry.
 */
export function useListbox(options: {
  readonly count: number;
  /** Chosen when nothing has been moved; -1 for none. */
  readonly initial: number;
  readonly onTake: (index: number) => void;
}) {
  const { count, initial, onTake } = options;
  const id = useId();
  const [moved, setMoved] = useState<number | null>(null);
  const chosen = Math.min(moved ?? initial, count - 1);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && count > 0) {
      event.preventDefault();
      setMoved((chosen + step + count) % count);
    } else if (event.key === "Enter" && chosen >= 0) {
      event.preventDefault();
      onTake(chosen);
    }
  }

  return {
    chosen,
    choose: setMoved,
    /** Back to the start, when what is listed has changed. */
    reset: () => setMoved(null),
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
        onPointerMove: () => setMoved(index),
        onClick: () => onTake(index),
      }) as const,
  };
}
