import type { SecretBox, SecretOwner } from "../ports/secret-box.ts";
import type { StoredWebhook } from "../ports/webhook-store.ts";
import type { WebhookSecrets } from "../ports/webhook-transport.ts";

/** Who gets a webhook's messages, and how they know that they are ours. */
export interface Receiver {
  /** Returns host and port, whose places are bounded. */
  hostAndPort(webhook: Pick<StoredWebhook, "url">): string;
  /** Returns what signs now; null when a secret cannot be opened any more. */
  secrets(webhook: Pick<StoredWebhook, "secret" | "previous">, now: number): WebhookSecrets | null;
}

/** Remembers what it read of a webhook until that changes: opening a secret costs as much as an attempt. */
export function createReceiver(box: SecretBox, owner: SecretOwner): Receiver {
  const hostAndPort = remembering(hostAndPortOf);
  const open = remembering((sealedText: string) => box.open(sealedText, owner));
  const openPrevious = remembering((sealedText: string) => box.open(sealedText, owner));
  return {
    hostAndPort: ({ url }) => hostAndPort(url),
    secrets({ secret, previous }, now) {
      const current = open(secret);
      if (current === null) return null;
      return { current, previous: previous !== null && previous.until > now ? openPrevious(previous.sealed) : null };
    },
  };
}

/** Returns the function with a memory of its last call. */
function remembering<Result>(read: (text: string) => Result): (text: string) => Result {
  let last: { readonly text: string; readonly result: Result } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, result: read(text) };
    return last.result;
  };
}

function hostAndPortOf(url: string): string {
  const { host, protocol, port } = new URL(url);
  return port === "" ? `${host}:${protocol === "https:" ? 443 : 80}` : host;
}
