import { X } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useServices } from "../services.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import type { Toast } from "./toasts.ts";

export function Toaster() {
  const { toasts } = useServices();
  const list = useSyncExternalStore(toasts.subscribe, () => toasts.list);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-20 z-40 flex flex-col items-center gap-2 px-4 md:bottom-6"
    >
      {list.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast: { id, text, tone, requestId, undo, stayMs } }: { readonly toast: Toast }) {
  const { toasts } = useServices();
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => toasts.dismiss(id), stayMs);
    return () => clearTimeout(timer);
  }, [isHeld, toasts, id, stayMs]);
  return (
    <div
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      className="pointer-events-auto flex max-w-lg animate-appear items-center gap-3 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-3.5 shadow-raised"
    >
      <span className={tone === "problem" ? "text-danger" : ""}>
        {text}
        {requestId && <code className="ml-2 font-mono text-xs text-muted select-all">{requestId}</code>}
      </span>
      {undo && (
        <Button small look="ghost" onClick={() => toasts.undo(id)}>
          Undo
        </Button>
      )}
      <IconButton label="Dismiss" onClick={() => toasts.dismiss(id)}>
        <X size={15} />
      </IconButton>
    </div>
  );
}
