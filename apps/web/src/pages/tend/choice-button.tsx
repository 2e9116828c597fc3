import { useShortcut } from "../../kit/shortcuts/use-shortcut.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Kbd } from "../../kit/ui/kbd.tsx";
import type { Choice } from "./choices.ts";

/** Heading of the shortcuts of this page. */
export const GROUP = "Tend";

/** A button for a choice that also has a key while its card is the current one. */
export function ChoiceButton({
  choice: { keys, label, main, also },
  hasKeys,
  run,
}: {
  readonly choice: Pick<Choice, "keys" | "label" | "main" | "also">;
  readonly hasKeys: boolean;
  readonly run: () => void;
}) {
  useShortcut(keys, { label, group: GROUP, when: hasKeys }, run);
  useShortcut(also ?? keys, { label, group: GROUP, when: hasKeys && also !== undefined }, run);
  return (
    <Button small look={main ? "primary" : "secondary"} onClick={run}>
      {label}
      <KeyHint keys={keys} isShown={hasKeys} />
    </Button>
  );
}

/** Keeps its room while it is not shown: otherwise the buttons would move under the pointer that chooses the card. */
export function KeyHint({ keys, isShown }: { readonly keys: string; readonly isShown: boolean }) {
  return (
    <span aria-hidden className={`hidden md:inline ${isShown ? "" : "invisible"}`}>
      <Kbd keys={keys} />
    </span>
  );
}
