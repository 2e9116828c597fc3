import { Copy } from "lucide-react";
import { bookmarklet } from "../../../features/capture/bookmarklet.ts";
import { useServices } from "../../../kit/services.tsx";
import { copyText } from "../../../kit/toasts/copy-text.ts";
import { Button } from "../../../kit/ui/button.tsx";
import { Setting } from "../setting.tsx";

/** The ways to bring in what is read elsewhere. */
export function CaptureSetting() {
  const { toasts } = useServices();
  const code = bookmarklet(window.location.origin);
  return (
    <Setting
      name="Capture"
      about="On any page, opens a new note with its title, its address and the text that you selected. Nothing is stored until you save."
    >
      <div className="flex flex-wrap items-center gap-2">
        <a
          // React refuses such addresses, and the policy keeps this page from running it: it is only to be dragged.
          ref={(link) => link?.setAttribute("href", code)}
          onClick={(event) => {
            event.preventDefault();
            toasts.show({ text: "Drag it to the bookmarks bar, and press it on another page." });
          }}
          className="inline-flex h-9 cursor-grab items-center rounded-md border border-dashed border-field-line px-3.5 font-medium"
        >
          Note this
        </a>
        <span className="text-sm text-muted">Drag this to your bookmarks bar, or</span>
        <Button small onClick={() => void copyText(toasts, code, "Copied. Make a bookmark with it as its address.")}>
          <Copy size={14} aria-hidden />
          Copy its address
        </Button>
      </div>
      <p className="mt-3 text-sm text-muted">
        Installed from the browser’s menu, Knote also takes what other apps share, where the system offers that (Chrome,
        Edge and Samsung Internet). Shortcuts elsewhere can open{" "}
        <code className="font-mono text-xs break-all">
          {window.location.origin}/new?title=…&amp;content=…&amp;tags=…&amp;url=…
        </code>
      </p>
    </Setting>
  );
}
