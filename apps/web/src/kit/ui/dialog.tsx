import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { IconButton } from "./button.tsx";
import { PortalContainer } from "./portal-container.ts";

const SHAPES = {
  middle: "m-auto mt-[12vh] max-h-[calc(88dvh-1rem)] w-[min(36rem,calc(100vw-2rem))] rounded-xl border",
  side: "my-0 mr-0 ml-auto h-dvh max-h-none w-[min(30rem,100vw)] border-l",
  bottom: "mt-auto mb-0 w-full max-w-none rounded-t-2xl border-t max-h-[85dvh]",
} as const;

/**
 * A modal window; Escape and a click beside it close it. `bottom` and `side` are sheets. Uses the browser's own
 * dialog, which traps the focus without injecting styles or scripts.
 */
export function Dialog({
  open,
  onClose,
  title,
  hideTitle = false,
  actions,
  shape = "middle",
  children,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly hideTitle?: boolean;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly shape?: keyof typeof SHAPES;
  readonly children: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const [container, setContainer] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    dialog.showModal();
    // Otherwise the browser focuses the first control, which is the close button.
    (dialog.querySelector<HTMLElement>("[data-focus-first]") ?? dialog.querySelector("h2"))?.focus();
    setContainer(dialog);
    return () => dialog.close();
  }, [open]);
  if (!open) return null;
  return (
    <dialog
      ref={ref}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
      className={`animate-appear overflow-hidden border-line bg-raised p-0 text-text shadow-raised ${SHAPES[shape]}`}
    >
      <PortalContainer value={container}>
        <div className="flex h-full max-h-[inherit] flex-col">
          {!hideTitle && (
            <header className="flex items-center gap-1 border-b border-line py-2 pr-2 pl-4">
              <h2 tabIndex={-1} className="mr-auto font-semibold outline-none">
                {title}
              </h2>
              {actions}
              <IconButton label="Close" keys="Escape" onClick={onClose}>
                <X size={16} />
              </IconButton>
            </header>
          )}
          <div className="min-h-0 flex-1 overflow-auto">{children}</div>
        </div>
      </PortalContainer>
    </dialog>
  );
}
