import type { Delivery } from "@knote/contract";
import { ChevronDown, ChevronRight, CircleAlert, CircleCheck, Clock } from "lucide-react";
import { RelativeTime } from "../../../kit/ui/relative-time.tsx";
import { DeliveryDetail } from "./delivery-detail.tsx";

const RESULTS = {
  delivered: { word: "Delivered", icon: CircleCheck, look: "text-muted" },
  failed: { word: "Failed", icon: CircleAlert, look: "text-danger" },
  waiting: { word: "Waiting", icon: Clock, look: "text-muted" },
} as const;
const time = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** One delivery in the log; a press opens it. */
export function DeliveryRow({
  webhookId,
  delivery,
  isOpen,
  onToggle,
}: {
  readonly webhookId: string;
  readonly delivery: Delivery;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  const { event, timestamp, result, attempts, next_attempt_at: nextAttemptAt } = delivery;
  const { word, icon: Icon, look } = RESULTS[result];
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <li className="px-3">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex w-full items-center gap-3 py-2 text-left"
      >
        <Chevron size={14} aria-hidden className="shrink-0 text-muted" />
        <span className={`flex w-24 shrink-0 items-center gap-1.5 text-sm ${look}`}>
          <Icon size={14} aria-hidden /> {word}
        </span>
        <code className="min-w-0 flex-1 truncate font-mono text-sm">{event}</code>
        <span className="hidden text-sm text-muted sm:inline">
          {result === "waiting" && nextAttemptAt && attempts > 0
            ? `next attempt ${time.format(new Date(nextAttemptAt))}`
            : attempts > 1 && `${attempts} attempts`}
        </span>
        <RelativeTime at={timestamp} className="shrink-0 text-sm text-muted" />
      </button>
      {isOpen && <DeliveryDetail webhookId={webhookId} delivery={delivery} />}
    </li>
  );
}
