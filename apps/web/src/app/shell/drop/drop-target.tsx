import { useNavigate } from "@tanstack/react-router";
import { FileUp } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { isBusy } from "../../../features/transfer/imports.ts";
import { pickFromDrop } from "../../../features/transfer/picked.ts";
import { useServices } from "../../../kit/services.tsx";
import { useAsOf } from "../../../remote/past/use-as-of.ts";

/** Takes files and folders that are dropped anywhere, and shows that it would while they are over the page. */
export function DropTarget() {
  const services = useServices();
  const navigate = useNavigate();
  const isPast = useAsOf().asOf !== null;
  const [isOver, setOver] = useState(false);
  const refusal = isPast
    ? "The past is read-only: go back to now to import."
    : isBusy(services.imports.state)
      ? "An import is under way."
      : null;
  const take = useEffectEvent(async (transfer: DataTransfer) => {
    if (refusal !== null) return services.toasts.show({ text: refusal });
    const picking = pickFromDrop(transfer);
    void navigate({ to: "/import", search: {} });
    // With the formats, which few visits need.
    const { readPicked } = await import("../../../features/transfer/run-import.ts");
    await readPicked(services, await picking);
  });
  useEffect(() => {
    // Elements inside each other are entered before the outer one is left.
    let depth = 0;
    const end = (): void => {
      depth = 0;
      setOver(false);
    };
    const listeners = {
      dragenter() {
        depth += 1;
        setOver(true);
      },
      dragleave() {
        depth -= 1;
        if (depth <= 0) end();
      },
      // The drag can have begun before this was loaded.
      dragover: () => setOver(true),
      drop(transfer: DataTransfer) {
        end();
        void take(transfer);
      },
    };
    const hear = (event: DragEvent): void => {
      const { dataTransfer, type } = event;
      if (!dataTransfer?.types.includes("Files")) return;
      // Otherwise the browser would open the file in the place of the page.
      event.preventDefault();
      listeners[type as keyof typeof listeners](dataTransfer);
    };
    for (const name of Object.keys(listeners)) window.addEventListener(name, hear as EventListener);
    return () => {
      for (const name of Object.keys(listeners)) window.removeEventListener(name, hear as EventListener);
    };
  }, []);
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-canvas/85 p-6">
      <div className="flex flex-col items-center gap-2 rounded-2xl border-2 border-dashed border-accent bg-raised px-10 py-8 text-center shadow-raised">
        <FileUp size={28} aria-hidden />
        <p className="text-lg font-semibold">{refusal ?? "Drop to import"}</p>
        {refusal === null && <p className="text-muted">You see what would come in before anything is stored.</p>}
      </div>
    </div>
  );
}
