import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../../remote/trpc.ts";
import { ProgressBar } from "../../../kit/ui/progress-bar.tsx";

const monthDay = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" });

/** Shows how many questions were asked this month, and the limit. */
export function QuotaMeter() {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.quota.get.queryOptions());
  if (!data) return <div className="h-9" />;
  const { queries_used: usedQueries, queries_limit: limit, resets_at: resetsAt } = data;
  const isUnlimited = limit < 0;
  return (
    <div className="px-2.5 text-xs text-muted" title={`Resets on ${monthDay.format(new Date(resetsAt))}`}>
      <p className="flex justify-between tabular-nums">
        <span>Questions</span>
        <span>{isUnlimited ? usedQueries : `${usedQueries} of ${limit}`}</span>
      </p>
      {!isUnlimited && <ProgressBar label="Questions used" max={limit} value={usedQueries} className="mt-1.5 h-1" />}
    </div>
  );
}
