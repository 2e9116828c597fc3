import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "../../remote/trpc.ts";
import { countByHour, type Hour, HOURS } from "./hours.ts";

const MOST = 100;
const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

/** The past 24 hours of a webhook, a bar each: what was delivered and what failed. At most the last 100 deliveries. */
export function HourStrip({ id }: { readonly id: string }) {
  const [now] = useState(() => Date.now());
  const since = new Date(now - HOURS * 3_600_000).toISOString();
  const { data } = useQuery(useTRPC().webhooks.deliveries.queryOptions({ id, since, limit: MOST }));
  const hours = countByHour(data?.deliveries ?? [], now);
  const sum = (of: "delivered" | "failed" | "waiting") => hours.reduce((total, hour) => total + hour[of], 0);
  const label = `Past 24 hours: ${sum("delivered")} delivered, ${sum("failed")} failed, ${sum("waiting")} waiting`;
  return (
    <div role="img" aria-label={data ? label : "Past 24 hours"} className="flex h-5 items-end gap-px">
      {hours.map((hour) => (
        <span key={hour.start} title={titleOf(hour)} className={`w-1 rounded-xs ${lookOf(hour)}`} />
      ))}
    </div>
  );
}

function lookOf({ delivered, failed, waiting }: Hour): string {
  if (failed > 0) return "h-5 bg-danger";
  if (waiting > 0) return "h-4 bg-muted";
  return delivered > 0 ? "h-4 bg-accent" : "h-1 bg-line";
}

function titleOf({ start, delivered, failed, waiting }: Hour): string {
  const counts = [`${delivered} delivered`, `${failed} failed`, ...(waiting > 0 ? [`${waiting} waiting`] : [])];
  return `From ${clock.format(new Date(start))}: ${counts.join(", ")}`;
}
