import type { Quota } from "@knote/contract";
import { RelativeTime } from "../../kit/ui/relative-time.tsx";
import type { KeptAnswer } from "./answer-history.ts";

/** Shows which model answered, what the answer cost of the quota, and whether it replaced another model. */
export function AnswerCost({ answer: { fellBack, quota, ...answer } }: { readonly answer: KeptAnswer }) {
  return (
    <div className="text-sm text-muted">
      {fellBack && (
        <p className="mb-1 text-text">
          This question called for the more capable model, but its answers for this month are used up
          {quota && <> until {dayOf(quota.resets_at)}</>}; the default model answered.
        </p>
      )}
      <p>
        Answered by {answer.model} <RelativeTime at={answer.askedAt} />
        {answer.capable !== undefined && (
          <> · cost one question{quota && usage(quota, quota.queries_used, quota.queries_limit)}</>
        )}
        {answer.capable && (
          <>
            {" "}
            and one of the capable model
            {quota && usage(quota, quota.sonnet_queries_used, quota.sonnet_queries_limit)}
          </>
        )}
      </p>
    </div>
  );
}

export function dayOf(at: Quota["resets_at"]): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: "long", timeZone: "UTC" }).format(new Date(at));
}

/** Describes the usage of the month with this answer; empty once that month is over. */
function usage({ resets_at: resetsAt }: Quota, usedCount: number, limit: number): string {
  if (Date.parse(resetsAt) <= Date.now()) return "";
  return limit < 0 ? ` (${usedCount} this month, unlimited)` : ` (${usedCount} of ${limit} this month)`;
}
