import { useWaiting } from "./use-waiting.ts";

const MOST = 99;

/** Shows how many matters need tending; nothing when there are none. */
export function TendBadge() {
  const waiting = useWaiting();
  const total = waiting ? waiting.contested + waiting.reviews : 0;
  if (total === 0) return null;
  return (
    <span className="min-w-5 rounded-full bg-accent px-1.5 text-center text-xs leading-5 font-medium text-on-accent tabular-nums">
      {total > MOST ? `${MOST}+` : total}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
