import type { Webhook } from "@knote/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useServices } from "../../kit/services.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Chip } from "../../kit/ui/chip.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { RelativeTime } from "../../kit/ui/relative-time.tsx";
import { ErrorNotice, SkeletonRows } from "../../kit/ui/states.tsx";
import { act } from "../../remote/act.ts";
import { useTRPC } from "../../remote/trpc.ts";
import { DeliveryLog } from "./deliveries/delivery-log.tsx";
import { RotateForm } from "./rotate-form.tsx";
import { TestPanel } from "./test-panel.tsx";
import { useSetActive } from "./use-set-active.ts";
import { type WebhookChoice, WebhookForm } from "./webhook-form.tsx";
import { WebhookState } from "./webhook-state.tsx";
import { labelOf } from "./webhook-words.ts";

const route = getRouteApi("/frame/webhooks/$id");
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
type Question = "edit" | "rotate" | "delete";

/** One webhook: how it stands, a test, its log, and what its owner can do with it. */
export function WebhookPage() {
  const { id } = route.useParams();
  const { data: webhook, error, refetch } = useQuery(useTRPC().webhooks.get.queryOptions({ id }));
  return (
    <div className="mx-auto max-w-3xl px-4 py-6 md:px-8">
      <p className="pb-2 text-sm">
        <Link to="/webhooks" className="text-muted underline-offset-2 hover:underline">
          Webhooks
        </Link>
      </p>
      {error && !webhook && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!webhook && !error && <SkeletonRows count={4} height={56} />}
      {webhook && <WebhookView webhook={webhook} />}
    </div>
  );
}

function WebhookView({ webhook }: { readonly webhook: Webhook }) {
  const { id, url, events, payload, active, made_with: madeWith, created_at: createdAt } = webhook;
  const setActive = useSetActive();
  const [question, setQuestion] = useState<Question | null>(null);
  const close = (): void => setQuestion(null);
  const label = labelOf(webhook);
  return (
    <>
      <title>{`${label} · Webhooks · Knote`}</title>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-lg font-semibold tracking-tight wrap-anywhere">{label}</h1>
          <p className="font-mono text-sm text-muted wrap-anywhere">{url}</p>
          <WebhookState webhook={webhook} />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button look={active ? "secondary" : "primary"} onClick={() => void setActive(webhook, !active)}>
            {active ? "Stop" : "Start"}
          </Button>
          <Button onClick={() => setQuestion("edit")}>Edit …</Button>
          <Button onClick={() => setQuestion("rotate")}>Rotate secret …</Button>
          <Button look="danger" onClick={() => setQuestion("delete")}>
            Delete …
          </Button>
        </div>
      </div>
      <p className="mt-3 flex flex-wrap gap-1">
        {events.map((event) => (
          <Chip key={event}>{event}</Chip>
        ))}
        {payload === "detailed" && <Chip>with details</Chip>}
      </p>
      <p className="mt-2 text-sm text-muted">
        Registered <RelativeTime at={createdAt} /> with {madeWith === "sign-in" ? "a signed-in browser" : madeWith}
        {webhook.previous_secret_until &&
          ` · the earlier secret signs until ${day.format(new Date(webhook.previous_secret_until))}`}
      </p>
      <TestPanel id={id} events={events} />
      <DeliveryLog id={id} events={events} isActive={active} />
      {question === "edit" && (
        <Dialog open onClose={close} title="Edit webhook">
          <EditForm webhook={webhook} onClose={close} />
        </Dialog>
      )}
      {question === "rotate" && (
        <Dialog open onClose={close} title="Rotate the secret">
          <RotateForm id={id} onClose={close} />
        </Dialog>
      )}
      {question === "delete" && (
        <Dialog open onClose={close} title="Delete this webhook?">
          <DeleteQuestion webhook={webhook} onClose={close} />
        </Dialog>
      )}
    </>
  );
}

function EditForm({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const { client, toasts } = useServices();
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const save = async ({ events, ...choice }: WebhookChoice): Promise<void> => {
    await client.webhooks.update.mutate({ id: webhook.id, ...choice, events: [...events] });
    void queryClient.invalidateQueries(trpc.webhooks.pathFilter());
    toasts.show({ text: "Webhook saved." });
    onClose();
  };
  return <WebhookForm present={webhook} saveLabel="Save" onSave={save} onClose={onClose} />;
}

function DeleteQuestion({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const services = useServices();
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const navigate = useNavigate();
  const remove = async (): Promise<void> => {
    const run = () => services.client.webhooks.delete.mutate({ id: webhook.id });
    const refresh = [trpc.webhooks.list.queryKey()];
    const deletion = await act({ ...services, queryClient }, { run, doneText: "Webhook deleted.", refresh });
    onClose();
    if (deletion) await navigate({ to: "/webhooks" });
  };
  return (
    <div className="flex flex-col gap-4 p-4">
      <p>{labelOf(webhook)} gets nothing any more, and its log is deleted. This cannot be undone.</p>
      <div className="flex justify-end gap-2">
        <Button data-focus-first onClick={onClose}>
          Keep it
        </Button>
        <Button look="danger" onClick={() => void remove()}>
          Delete
        </Button>
      </div>
    </div>
  );
}
