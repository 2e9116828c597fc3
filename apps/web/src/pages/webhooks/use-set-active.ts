import type { Webhook } from "@knote/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useServices } from "../../kit/services.tsx";
import { act } from "../../remote/act.ts";
import { useTRPC } from "../../remote/trpc.ts";
import { labelOf } from "./webhook-words.ts";

/** Returns a function that starts or stops a webhook, with an undo. */
export function useSetActive(): (webhook: Webhook, active: boolean) => Promise<unknown> {
  const services = useServices();
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  return (webhook, active) => {
    const set = (to: boolean) => services.client.webhooks.update.mutate({ id: webhook.id, active: to });
    return act(
      { ...services, queryClient },
      {
        run: () => set(active),
        doneText: `${active ? "Started" : "Stopped"} ${labelOf(webhook)}.`,
        undo: () => set(!active),
        refresh: [trpc.webhooks.pathKey()],
      },
    );
  };
}
