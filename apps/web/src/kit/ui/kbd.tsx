import { isCharacterKey } from "./character-keys.ts";

const NAMES: Readonly<Record<string, string>> = { Escape: "esc", Enter: "⏎", ArrowDown: "↓", ArrowUp: "↑" };
const ON_MAC = /Mac|iP(hone|ad)/.test(navigator.platform);

/** Shows the keys of a shortcut as they are labelled on a keyboard. */
export function Kbd({ keys }: { readonly keys: string }) {
  return (
    <kbd
      data-character-key={isCharacterKey(keys) || undefined}
      className="inline-flex shrink-0 gap-1 font-sans whitespace-nowrap text-xs text-muted"
    >
      {keys.split(" ").map((key) => (
        <span key={key} className="rounded border border-line bg-canvas px-1.5 py-px leading-4">
          {keyName(key)}
        </span>
      ))}
    </kbd>
  );
}

function keyName(key: string): string {
  if (key.startsWith("mod+")) return `${ON_MAC ? "⌘" : "Ctrl "}${NAMES[key.slice(4)] ?? key.slice(4).toUpperCase()}`;
  return NAMES[key] ?? key;
}
