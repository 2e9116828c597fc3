import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTRPC } from "../../remote/trpc.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";

const AGAIN_MS = 2_000;
const count = new Intl.NumberFormat("en");

/** How far notes are found by their meaning, while some are not yet. Nothing tells of that but asking. */
export function IndexingProgress({ latest }: { readonly latest: string | undefined }) {
  const trpc = useTRPC();
  const { data, refetch } = useQuery({
    ...trpc.health.check.queryOptions(),
    staleTime: AGAIN_MS,
    refetchInterval: ({ state }) => ((state.data?.pending ?? 0) > 0 ? AGAIN_MS : false),
  });
  const pending = data?.pending ?? 0;
  const [most, setMost] = useState(0);
  if (pending > most) setMost(pending);
  else if (pending === 0 && most > 0) setMost(0);
  useEffect(() => void refetch(), [latest, refetch]);
  if (pending === 0) return null;
  return (
    <div className="mb-5 rounded-lg border border-line bg-surface px-4 py-3 text-sm">
      <p className="flex justify-between gap-4">
        <span>Reading what was written</span>
        <span className="text-muted tabular-nums">{count.format(pending)} notes to go</span>
      </p>
      <ProgressBar label="Notes read" max={most} value={most - pending} className="mt-2 h-1" />
      <p className="mt-2 text-xs text-muted">Until then these are found by their words, not yet by what they mean.</p>
    </div>
  );
}
