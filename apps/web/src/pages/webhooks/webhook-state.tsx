import type { Webhook } from "@knote/contract";
import { countOf } from "../../kit/count-of.ts";
import { RelativeTime } from "../../kit/ui/relative-time.tsx";
import { stopSentence } from "./webhook-words.ts";

const time = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** Says how a webhook stands: why it is stopped, since when it fails, or when something reached it. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { failing_since: failingSince, last_delivered_at: lastDeliveredAt, waiting } = webhook;
  const sentence = stopSentence(webhook);
  return (
    <p className="text-sm text-muted">
      {sentence ? (
        <span className={webhook.stopped_because === "owner" ? "" : "text-danger"}>{sentence}</span>
      ) : failingSince ? (
        <span className="text-danger">
          Failing since <time dateTime={failingSince}>{time.format(new Date(failingSince))}</time>
        </span>
      ) : lastDeliveredAt ? (
        <>
          Last delivered <RelativeTime at={lastDeliveredAt} />
        </>
      ) : (
        "Nothing sent yet"
      )}
      {waiting > 0 && ` · ${countOf(waiting, "delivery waits", "deliveries wait")}`}
    </p>
  );
}
