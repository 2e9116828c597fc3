import { useQuery } from "@tanstack/react-query";
import { Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import { useSeenTroubles } from "../../features/webhooks/use-troubles.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { EmptyState, ErrorNotice, SkeletonRows } from "../../kit/ui/states.tsx";
import { useTRPC } from "../../remote/trpc.ts";
import { NewWebhook } from "./new-webhook.tsx";
import { WebhookRow } from "./webhook-row.tsx";

/** The page of webhooks: addresses that are sent what happens to the notes. */
export function WebhooksPage() {
  const { data, error, refetch } = useQuery(useTRPC().webhooks.list.queryOptions());
  const [isMaking, setMaking] = useState(false);
  useSeenTroubles();
  const newButton = (
    <Button look="primary" onClick={() => setMaking(true)}>
      New webhook …
    </Button>
  );
  return (
    <div className="mx-auto max-w-3xl px-4 py-6 md:px-8">
      <title>Webhooks · Knote</title>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-lg font-semibold tracking-tight">Webhooks</h1>
          <p className="mt-0.5 text-muted">Knote sends what happens to your notes to addresses of yours.</p>
        </div>
        {data && data.webhooks.length > 0 && newButton}
      </div>
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={2} height={96} />}
      {data?.webhooks.length === 0 && (
        <EmptyState icon={<WebhookIcon size={22} aria-hidden />} title="No webhooks yet" action={newButton}>
          Register the address of a program of yours. Knote calls it when a note is written, changed or contradicted, or
          when a question is asked. It sends titles, never contents.
        </EmptyState>
      )}
      <ul
        aria-label="Webhooks"
        className="mt-5 flex flex-col divide-y divide-line rounded-lg border border-line bg-surface empty:hidden"
      >
        {data?.webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} />
        ))}
      </ul>
      {isMaking && (
        <Dialog open onClose={() => setMaking(false)} title="New webhook">
          <NewWebhook onClose={() => setMaking(false)} />
        </Dialog>
      )}
    </div>
  );
}
