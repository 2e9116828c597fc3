import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useServices } from "../../kit/services.tsx";
import { useTRPC } from "../../remote/trpc.ts";
import { NewSecret } from "./new-secret.tsx";
import { SecretField } from "./secret-field.tsx";
import { type WebhookChoice, WebhookForm } from "./webhook-form.tsx";

/** Registers a webhook, then shows the secret that Knote made for it. */
export function NewWebhook({ onClose }: { readonly onClose: () => void }) {
  const { client, toasts } = useServices();
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const [ownSecret, setOwnSecret] = useState("");
  const [madeSecret, setMadeSecret] = useState<string | null>(null);
  const create = async ({ events, ...choice }: WebhookChoice): Promise<void> => {
    const input = { ...choice, events: [...events], ...(ownSecret !== "" && { secret: ownSecret }) };
    const { secret } = await client.webhooks.create.mutate(input);
    void queryClient.invalidateQueries(trpc.webhooks.pathFilter());
    toasts.show({ text: "Webhook registered." });
    if (secret === undefined) onClose();
    else setMadeSecret(secret);
  };
  if (madeSecret !== null) return <NewSecret secret={madeSecret} onClose={onClose} />;
  return (
    <WebhookForm saveLabel="Register" onSave={create} onClose={onClose}>
      <SecretField value={ownSecret} onChange={setOwnSecret} />
    </WebhookForm>
  );
}
