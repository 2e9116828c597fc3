import type { Tier, TierKey } from "@knote/contract";
import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useTRPC } from "../../remote/trpc.ts";
import { ErrorNotice, SkeletonRows } from "../../kit/ui/states.tsx";

const price = new Intl.NumberFormat("en", { style: "currency", currency: "USD", maximumFractionDigits: 0 });

/** Shows the tiers side by side and marks the user's own. */
export function Tiers({ current }: { readonly current: TierKey | undefined }) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.quota.pricing.queryOptions());
  return (
    <section aria-labelledby="tiers" className="mt-8">
      <h2 id="tiers" className="mb-3 font-medium">
        Tiers
      </h2>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={2} height={120} />}
      {data && (
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          {Object.entries(data.tiers).map(([key, tier]) => (
            <li key={key}>
              <TierCard name={key} tier={tier} isCurrent={key === current} />
            </li>
          ))}
        </ul>
      )}
      <p className="mt-4 text-sm text-muted">
        The operator of this Knote sets the tier: <code className="font-mono text-xs">npm run knote tier</code>
      </p>
    </section>
  );
}

function TierCard({
  name,
  tier,
  isCurrent,
}: {
  readonly name: string;
  readonly tier: Tier;
  readonly isCurrent: boolean;
}) {
  return (
    <article
      {...(isCurrent && { "aria-current": true })}
      className={`flex h-full flex-col rounded-lg border bg-surface p-4 ${isCurrent ? "border-accent" : "border-line"}`}
    >
      <div className="flex items-center justify-between">
        <h3 className="font-medium capitalize">{name}</h3>
        {isCurrent && (
          <span className="flex items-center gap-1 rounded-full bg-accent px-2 text-xs leading-5 font-medium text-on-accent">
            <Check size={12} aria-hidden />
            Yours
          </span>
        )}
      </div>
      <p className="mt-2">
        <span className="text-2xl font-semibold tracking-tight">{price.format(tier.price_monthly)}</span>
        <span className="text-muted"> a month</span>
      </p>
      <dl className="mt-4 flex flex-col gap-2 text-sm">
        <Fact name="Questions" value={limitText(tier.queries_per_month)} />
        <Fact name="Capable model" value={limitText(tier.sonnet_queries_per_month)} />
        <Fact name="Spoken answers" value={limitText(tier.voice_responses_per_month)} />
        <Fact name="Longest answer" value={`${tier.max_tokens} tokens`} />
      </dl>
    </article>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-muted">{name}</dt>
      <dd className="text-right tabular-nums">{value}</dd>
    </div>
  );
}

function limitText(limit: number): string {
  return limit < 0 ? "no limit" : limit === 0 ? "none" : String(limit);
}
