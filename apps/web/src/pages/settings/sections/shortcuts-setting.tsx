import { Suspense, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Kbd } from "../../../ui/kbd.tsx";
import { lazyNamed } from "../../../ui/lazy-named.ts";
import { Setting } from "../setting.tsx";

const HelpSheet = lazyNamed(() => import("../../../shell/shortcuts/help-sheet.tsx"), "HelpSheet");

export function ShortcutsSetting() {
  const [open, setOpen] = useState(false);
  return (
    <Setting name="Shortcuts" about="Everything here can be done without a mouse.">
      <Button onClick={() => setOpen(true)}>
        Show the shortcuts
        <Kbd keys="?" />
      </Button>
      <Suspense>{open && <HelpSheet onClose={() => setOpen(false)} />}</Suspense>
    </Setting>
  );
}
