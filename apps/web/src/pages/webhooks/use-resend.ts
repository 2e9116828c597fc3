import { useQueryClient } from "@tanstack/react-query";
import { countOf } from "../../kit/count-of.ts";
import { useServices } from "../../kit/services.tsx";
import { act } from "../../remote/act.ts";
import { useTRPC } from "../../remote/trpc.ts";

/** Returns functions that send one delivery of a webhook again, or those of a range of time. */
export function useResend(id: string) {
  const services = useServices();
  const queryClient = useQueryClient();
  const refresh = [useTRPC().webhooks.pathKey()];
  const { webhooks } = services.client;
  return {
    resend: (messageId: string) =>
      act(
        { ...services, queryClient },
        {
          run: () => webhooks.resend.mutate({ id, message_id: messageId }),
          doneText: "Sending it again.",
          refresh,
        },
      ),
    resendRange: (range: { readonly since: string; readonly until: string; readonly result: "failed" | "all" }) =>
      act(
        { ...services, queryClient },
        {
          run: () => webhooks.resendRange.mutate({ id, ...range }),
          doneText: ({ resent }) =>
            resent === 0
              ? "Nothing to send again."
              : `${countOf(resent, "delivery is", "deliveries are")} being sent again.`,
          refresh,
        },
      ),
  };
}
