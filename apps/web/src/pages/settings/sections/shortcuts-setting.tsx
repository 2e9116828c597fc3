import { useState } from "react";
import { HelpSheet } from "../../../kit/shortcuts/help-sheet.tsx";
import { useSingleKeys } from "../../../kit/shortcuts/use-single-keys.ts";
import { Button } from "../../../kit/ui/button.tsx";
import { Kbd } from "../../../kit/ui/kbd.tsx";
import { Setting } from "../setting.tsx";

export function ShortcutsSetting() {
  const [open, setOpen] = useState(false);
  const [singleKeys, choose] = useSingleKeys();
  return (
    <Setting name="Shortcuts" about="Everything here can be done without a mouse.">
      <label className="mb-3 flex items-start gap-2">
        <input
          type="checkbox"
          checked={singleKeys}
          onChange={(event) => choose(event.target.checked)}
          className="mt-1 accent-accent"
        />
        <span>
          Single-key shortcuts
          <span className="block text-sm text-muted">
            Keys such as <Sign>e</Sign> or <Sign>?</Sign> run commands while you are not typing. When off,{" "}
            <Kbd keys="mod+k" /> and <Kbd keys="mod+Enter" /> still work.
          </span>
        </span>
      </label>
      <Button onClick={() => setOpen(true)}>
        Show the shortcuts
        <Kbd keys="?" />
      </Button>
      {open && <HelpSheet onClose={() => setOpen(false)} />}
    </Setting>
  );
}

const Sign = ({ children }: { readonly children: string }) => <code className="font-mono">{children}</code>;
