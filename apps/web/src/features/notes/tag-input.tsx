import { LIMITS } from "@knote/contract";
import { type AriaAttributes, type KeyboardEvent, useState } from "react";
import { useListbox } from "../../kit/ui/use-listbox.ts";
import { useKnownTags } from "./use-known-tags.ts";

/** A field for tags: Enter or a comma adds the typed tag or the chosen known one. */
export function TagInput({
  tags,
  onAdd,
  onRemoveLast,
  placeholder = "Add a tag",
  autoFocus = false,
  description,
  knownOnly = false,
}: {
  /** Tags that are already added. */
  readonly tags: readonly string[];
  readonly onAdd: (tag: string) => void;
  readonly onRemoveLast?: () => void;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  /** ARIA attributes that refer to the problem of the tags. */
  readonly description?: AriaAttributes;
  /** Whether to accept only tags that notes have, as in a filter. */
  readonly knownOnly?: boolean;
}) {
  const [inputText, setInputText] = useState("");
  const [isFocused, setIsFocused] = useState(false);
  const knownTags = useKnownTags(inputText.replace(/^#/, ""), tags);
  const add = (tag: string): void => {
    const trimmedTag = tag.replace(/^#/, "").trim();
    const same = knownTags.find((one) => one.toLowerCase() === trimmedTag.toLowerCase());
    if (knownOnly && !same) return;
    const clean = knownOnly ? same! : trimmedTag;
    if (clean && !tags.some((other) => other.toLowerCase() === clean.toLowerCase())) onAdd(clean);
    setInputText("");
    listbox.reset();
  };
  const listbox = useListbox({ keys: knownTags, initial: -1, onTake: (index) => add(knownTags[index]!) });

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.metaKey || event.ctrlKey) return;
    if (event.key === "Backspace" && inputText === "") onRemoveLast?.();
    else if (event.key === "Tab" && inputText !== "" && knownTags.length > 0) {
      event.preventDefault();
      add(knownTags[Math.max(0, listbox.chosenIndex)]!);
    } else if (event.key === "," || (event.key === "Enter" && listbox.chosenIndex < 0)) {
      event.preventDefault();
      add(inputText);
    } else listbox.onKeyDown(event);
  };

  return (
    <span className="relative min-w-24 flex-1">
      <input
        aria-label={placeholder}
        placeholder={placeholder}
        autoComplete="off"
        autoFocus={autoFocus}
        value={inputText}
        maxLength={LIMITS.tagLength}
        onChange={(event) => {
          setInputText(event.target.value);
          listbox.reset();
        }}
        onKeyDown={onKeyDown}
        onFocus={() => setIsFocused(true)}
        onBlur={() => {
          setIsFocused(false);
          if (knownOnly) setInputText("");
          else add(inputText);
        }}
        className="h-6 w-full bg-transparent text-sm outline-none"
        {...description}
        {...listbox.field}
        aria-expanded={isFocused && knownTags.length > 0}
      />
      <ul
        {...listbox.list}
        hidden={!isFocused || knownTags.length === 0}
        aria-label="Known tags"
        // Keeps the focus in the field during a click.
        onPointerDown={(event) => event.preventDefault()}
        className="absolute top-full left-0 z-20 mt-1 min-w-40 rounded-lg border border-line bg-raised p-1 text-sm text-text shadow-raised"
      >
        {knownTags.map((tag, index) => (
          <li
            key={tag}
            {...listbox.option(index)}
            className={`cursor-pointer rounded-md px-2.5 py-1 ${index === listbox.chosenIndex ? "bg-hover" : ""}`}
          >
            #{tag}
          </li>
        ))}
      </ul>
    </span>
  );
}
