import { type Clock, type Outlet, type Sender, type SenderReport, type Services, startSender } from "@knote/api";
import { type Config, VERSION } from "@knote/config";
import { secretKeys } from "@knote/local";
import { createSecretBox, createWebhookTransport } from "@knote/outbound";

/** What webhooks need of this process, and what starts to send what waits for them. */
export interface WebhookOutlet extends Outlet {
  /** Starts the sender; null when this process sends nothing. */
  start(services: Pick<Services, "storage" | "clock">, report: SenderReport): Sender | null;
}

/** Time for attempts under way to end when the service stops; the others are made again. */
const GRACE_MS = 3_000;

/** Opens the way out of this process. Calls nobody before the sender is started or a webhook is tested. */
export async function openOutlet(config: Config, clock: Clock, parts: AsyncDisposableStack): Promise<WebhookOutlet> {
  const keys = await secretKeys(config.secrets);
  const secretBox = keys && createSecretBox(keys);
  const transport = createWebhookTransport({ allow: config.webhookAllow, version: VERSION, now: clock.now });
  parts.defer(() => transport.close());
  const atOnce = config.webhookAtOnce;
  let sender: Sender | null = null;
  return {
    transport,
    secretBox,
    isSending: atOnce > 0,
    refresh: (userId) => sender?.refresh(userId),
    start({ storage }, report) {
      if (atOnce === 0 || secretBox === null) return null;
      const startedSender = startSender({ storage, clock, transport, secretBox, atOnce, random: Math.random, report });
      parts.defer(() => startedSender.stop(GRACE_MS));
      sender = startedSender;
      return startedSender;
    },
  };
}
