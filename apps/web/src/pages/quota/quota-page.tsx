import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTRPC } from "../../remote/trpc.ts";
import { ProgressBar } from "../../kit/ui/progress-bar.tsx";
import { ErrorNotice, SkeletonRows } from "../../kit/ui/states.tsx";
import { Tiers } from "./tiers.tsx";

const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "long", timeZone: "UTC" });

/** The page with the usage of this month and the tiers. */
export function QuotaPage() {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.quota.get.queryOptions());
  return (
    <div className="mx-auto max-w-4xl px-4 py-6 md:px-8">
      <title>Quota & pricing · Knote</title>
      <h1 className="text-lg font-semibold tracking-tight">Quota & pricing</h1>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={3} height={72} />}
      {data && (
        <section aria-labelledby="month" className="mt-4">
          <h2 id="month" className="sr-only">
            This month
          </h2>
          <p className="text-muted">
            All limits reset on{" "}
            <strong className="font-medium text-text">{day.format(new Date(data.resets_at))}</strong> at midnight UTC.{" "}
            <Link to="/activity" search={{ kind: "questions" }} className="underline underline-offset-2">
              See your questions
            </Link>
          </p>
          <div className="mt-4 grid gap-3 sm:grid-cols-3">
            <Usage name="Questions" usedCount={data.queries_used} limit={data.queries_limit} />
            <Usage name="Capable model" usedCount={data.sonnet_queries_used} limit={data.sonnet_queries_limit} />
            <Usage name="Spoken answers" usedCount={data.voice_used} limit={data.voice_limit} />
          </div>
        </section>
      )}
      <Tiers current={data?.tier} />
    </div>
  );
}

function Usage({
  name,
  usedCount,
  limit,
}: {
  readonly name: string;
  readonly usedCount: number;
  readonly limit: number;
}) {
  const nearly = limit > 0 && usedCount >= limit * 0.8;
  return (
    <div className="rounded-lg border border-line bg-surface p-4">
      <h3 className="text-sm text-muted">{name}</h3>
      <p className="mt-1 flex items-baseline gap-1.5 tabular-nums">
        <span className="text-2xl font-semibold tracking-tight">{usedCount}</span>
        <span className="text-muted">
          {limit < 0 ? "used, no limit" : limit === 0 ? "none in this tier" : `of ${limit}`}
        </span>
      </p>
      {limit > 0 && (
        <ProgressBar
          label={`${name} used`}
          max={limit}
          value={usedCount}
          colour={nearly ? "danger" : "accent"}
          className="mt-3 h-1.5"
        />
      )}
      {nearly && <p className="mt-2 text-sm text-danger">{usedCount >= limit ? "Used up." : "Nearly used up."}</p>}
    </div>
  );
}
