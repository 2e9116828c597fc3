import type { Webhook } from "@knote/contract";
import { Link } from "@tanstack/react-router";
import { Button } from "../../kit/ui/button.tsx";
import { Chip } from "../../kit/ui/chip.tsx";
import { HourStrip } from "./hour-strip.tsx";
import { useSetActive } from "./use-set-active.ts";
import { WebhookState } from "./webhook-state.tsx";
import { labelOf } from "./webhook-words.ts";

/** One webhook in the list: which events it gets, how it stands, and a button that starts or stops it. */
export function WebhookRow({ webhook }: { readonly webhook: Webhook }) {
  const { id, url, name, events, active } = webhook;
  const setActive = useSetActive();
  const label = labelOf(webhook);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex items-baseline gap-2">
          <Link to="/webhooks/$id" params={{ id }} className="truncate font-medium underline-offset-2 hover:underline">
            {label}
          </Link>
          {name !== "" && <span className="truncate text-sm text-muted">{new URL(url).host}</span>}
        </p>
        <p className="my-1.5 flex flex-wrap gap-1">
          {events.map((event) => (
            <Chip key={event}>{event}</Chip>
          ))}
        </p>
        <WebhookState webhook={webhook} />
      </div>
      <HourStrip id={id} />
      <Button
        small
        aria-label={`${active ? "Stop" : "Start"} ${label}`}
        onClick={() => void setActive(webhook, !active)}
      >
        {active ? "Stop" : "Start"}
      </Button>
    </li>
  );
}
