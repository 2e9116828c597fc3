import type { Quota } from "@knote/contract";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../remote/trpc.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import type { KeptAnswer } from "./answer-history.ts";

/** Who answered, what it cost of the month's quota, and whether another was asked for. */
export function AnswerCost({ answer }: { readonly answer: KeptAnswer }) {
  const { data: quota } = useQuery(useTRPC().quota.get.queryOptions());
  return (
    <div className="text-sm text-muted">
      {answer.fellBack && (
        <p className="mb-1 text-text">
          The more capable model was asked for, but its answers of this month are used up
          {quota && <> until {dayOf(quota.resets_at)}</>}; the default model answered.
        </p>
      )}
      <p>
        Answered by {answer.model} <RelativeTime at={answer.askedAt} />
        {answer.capable !== undefined && (
          <> · cost one question{quota && ` (${usage(quota.queries_used, quota.queries_limit)})`}</>
        )}
        {answer.capable && (
          <>
            {" "}
            and one of the capable model
            {quota && ` (${usage(quota.sonnet_queries_used, quota.sonnet_queries_limit)})`}
          </>
        )}
      </p>
    </div>
  );
}

export function dayOf(at: Quota["resets_at"]): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: "long", timeZone: "UTC" }).format(new Date(at));
}

function usage(used: number, limit: number): string {
  return limit < 0 ? `${used} this month, unlimited` : `${used} of ${limit} this month`;
}
