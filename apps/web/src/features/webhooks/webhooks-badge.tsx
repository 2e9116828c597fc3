import { useUnseenTroubles } from "./use-troubles.ts";

/** Shows how many webhooks stopped or fail; nothing once their owner has looked at them. */
export function WebhooksBadge() {
  const count = useUnseenTroubles();
  if (count === 0) return null;
  return (
    <span className="min-w-5 rounded-full bg-danger px-1.5 text-center text-xs leading-5 font-medium text-canvas tabular-nums">
      {count}
      <span className="sr-only"> {count === 1 ? "needs" : "need"} a look</span>
    </span>
  );
}
