import type { ActivityEvent, StopReason } from "@knote/contract";

/** Why a webhook stopped, after its host. */
const SENTENCES: Readonly<Record<StopReason, (host: string, since: string | null) => string>> = {
  failing: (host, since) => `Nothing has reached ${host}${since ? ` since ${since}` : ""}: its webhook is stopped.`,
  gone: (host) => `${host} answers that it is gone: its webhook is stopped.`,
  backlog: (host) => `Too many messages wait for ${host}: its webhook is stopped.`,
  secret: (host) => `The secret of the webhook to ${host} can no longer be decrypted: it is stopped.`,
  restored: (host) => `The webhook to ${host} was restored from a backup: it is stopped.`,
  tier: (host) => `Your tier allows fewer webhooks: the one to ${host} is stopped.`,
  owner: (host) => `The webhook to ${host} is stopped.`,
};

interface Subject {
  readonly id: string;
  readonly url: string;
  /** First failure since the last success, in milliseconds since the epoch. */
  readonly failingSince: number | null;
}

/** Tells an owner that nothing reaches a receiver. */
export function webhookFailing({ id, url, failingSince }: Subject, now: number): ActivityEvent {
  const since = failingSince === null ? "" : ` since ${dayOf(failingSince)}`;
  return about("webhook_failing", id, `Nothing reaches ${hostOf(url)}${since}.`, now);
}

/** Tells an owner that a webhook is stopped, and why. */
export function webhookStopped({ id, url, failingSince }: Subject, reason: StopReason, now: number): ActivityEvent {
  const since = failingSince === null ? null : dayOf(failingSince);
  return about("webhook_stopped", id, SENTENCES[reason](hostOf(url), since), now);
}

/** Returns host and port of a webhook's address: what is shown of it, as paths can hold secrets. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? "";
}

function about(type: "webhook_failing" | "webhook_stopped", id: string, title: string, now: number): ActivityEvent {
  return { type, data: { id, title }, timestamp: new Date(now).toISOString() };
}

/** Returns `1 March`, in UTC. */
function dayOf(time: number): string {
  return new Date(time).toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
}
