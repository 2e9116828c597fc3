import { DELIVERY_RESULTS, type DeliveryResult, type PlannedEvent } from "@knote/contract";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ShowMore } from "../../../kit/ui/show-more.tsx";
import { Chip } from "../../../kit/ui/chip.tsx";
import { ErrorNotice, SkeletonRows } from "../../../kit/ui/states.tsx";
import { useTRPC } from "../../../remote/trpc.ts";
import { DeliveryRow } from "./delivery-row.tsx";
import { ResendRange } from "./resend-range.tsx";

const PAGE = 50;
/** How often the log looks again while something waits. */
const LOOK_MS = 5_000;
const RESULT_NAMES: Readonly<Record<DeliveryResult, string>> = {
  waiting: "Waiting",
  delivered: "Delivered",
  failed: "Failed",
};

/** What was sent to a webhook and what waits, newest first. */
export function DeliveryLog({
  id,
  events,
  isActive,
}: {
  readonly id: string;
  readonly events: readonly PlannedEvent[];
  readonly isActive: boolean;
}) {
  const [result, setResult] = useState<DeliveryResult | undefined>(undefined);
  const [event, setEvent] = useState<PlannedEvent | undefined>(undefined);
  const [openId, setOpenId] = useState<string | null>(null);
  const pages = useInfiniteQuery(
    useTRPC().webhooks.deliveries.infiniteQueryOptions(
      { id, limit: PAGE, ...(result && { result }), ...(event && { event }) },
      {
        getNextPageParam: ({ next }) => next,
        placeholderData: keepPreviousData,
        refetchInterval: ({ state }) =>
          isActive && state.data?.pages.some((page) => page.deliveries.some((one) => one.result === "waiting"))
            ? LOOK_MS
            : false,
      },
    ),
  );
  const { data, error, refetch } = pages;
  const deliveries = data?.pages.flatMap((page) => page.deliveries);
  return (
    <section aria-labelledby="webhook-log" className="mt-8">
      <h2 id="webhook-log" className="font-medium">
        Deliveries
      </h2>
      <p className="text-sm text-muted">The log goes back 14 days.</p>
      <div role="group" aria-label="Filters" className="my-3 flex flex-wrap items-center gap-1.5">
        {DELIVERY_RESULTS.map((name) => (
          <Chip key={name} isPressed={result === name} onPress={() => setResult(result === name ? undefined : name)}>
            {RESULT_NAMES[name]}
          </Chip>
        ))}
        <span aria-hidden className="mx-1 h-4 w-px shrink-0 bg-line" />
        {events.map((name) => (
          <Chip key={name} isPressed={event === name} onPress={() => setEvent(event === name ? undefined : name)}>
            {name}
          </Chip>
        ))}
      </div>
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={4} height={40} />}
      {deliveries?.length === 0 && (
        <p className="py-4 text-muted">
          {result || event ? "Nothing in the log matches the filters." : "None of its events has happened yet."}
        </p>
      )}
      <ol
        aria-label="Deliveries"
        className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface empty:hidden"
      >
        {deliveries?.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            webhookId={id}
            delivery={delivery}
            isOpen={openId === delivery.id}
            onToggle={() => setOpenId(openId === delivery.id ? null : delivery.id)}
          />
        ))}
      </ol>
      <ShowMore pages={pages} />
      {isActive && <ResendRange id={id} />}
    </section>
  );
}
