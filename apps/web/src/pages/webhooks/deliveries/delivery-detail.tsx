import type { Delivery } from "@knote/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "../../../kit/ui/button.tsx";
import { ErrorNotice, SkeletonRows } from "../../../kit/ui/states.tsx";
import { RelativeTime } from "../../../kit/ui/relative-time.tsx";
import { useTRPC } from "../../../remote/trpc.ts";
import { useResend } from "../use-resend.ts";
import { AttemptOutcome } from "./attempt-outcome.tsx";

/** A delivery opened: its attempts, what was sent, and a button that sends it again. */
export function DeliveryDetail({ webhookId, delivery }: { readonly webhookId: string; readonly delivery: Delivery }) {
  const input = { id: webhookId, message_id: delivery.id };
  const { data, error, refetch } = useQuery(useTRPC().webhooks.delivery.queryOptions(input, { staleTime: 0 }));
  const { resend } = useResend(webhookId);
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={2} height={40} />;
  const { request, log } = data;
  return (
    <div className="flex flex-col gap-3 pt-2 pb-3">
      {log.length === 0 && <p className="text-sm text-muted">Not attempted yet.</p>}
      <ol aria-label="Attempts" className="flex flex-col gap-2 empty:hidden">
        {log.map((attempt) => (
          <li key={attempt.number} className="flex gap-3">
            <span className="w-20 shrink-0 text-sm text-muted">
              {attempt.number} · <RelativeTime at={attempt.at} />
            </span>
            <AttemptOutcome attempt={attempt} />
          </li>
        ))}
      </ol>
      <details>
        <summary className="cursor-pointer text-sm">What is sent</summary>
        <pre
          tabIndex={0}
          className="mt-1 max-h-72 overflow-auto rounded-md bg-hover p-2.5 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
        >
          {`POST ${request.url}\n${Object.entries(request.headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join("\n")}\n\n${request.body}`}
        </pre>
      </details>
      {data.result !== "waiting" && (
        <div>
          <Button small onClick={() => void resend(delivery.id)}>
            Send again
          </Button>
        </div>
      )}
    </div>
  );
}
