import { useId } from "react";
import { useServices } from "../services.tsx";
import { copyText } from "../toasts/copy-text.ts";
import { Button } from "../ui/button.tsx";

/** Shows a token or secret to be copied; the page stores it nowhere. */
export function ShownOnce({ value, note }: { readonly value: string; readonly note: string }) {
  const { toasts } = useServices();
  const id = useId();
  return (
    <div>
      <label className="block text-sm text-muted" htmlFor={id}>
        {note}
      </label>
      <div className="mt-2 flex gap-2">
        <input
          id={id}
          readOnly
          value={value}
          onFocus={(event) => event.target.select()}
          className="h-9 min-w-0 flex-1 rounded-md border border-field-line bg-canvas px-2.5 font-mono text-xs"
        />
        <Button look="primary" onClick={() => void copyText(toasts, value, "Copied.")}>
          Copy
        </Button>
      </div>
    </div>
  );
}
