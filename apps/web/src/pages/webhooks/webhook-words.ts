import type { PlannedEvent, StopReason, Webhook } from "@knote/contract";

/** What each event means to the owner of the notes. */
export const EVENT_WORDS: Readonly<Record<PlannedEvent, string>> = {
  "note.created": "A note was written",
  "note.updated": "A note was changed or archived",
  "note.contested": "A note was contradicted",
  "link.created": "Two notes were linked",
  "recall.query": "A question was asked",
  "quota.warning": "80 % of a month's questions are used",
  "quota.exceeded": "All questions of a month are used",
};

const STOP_WORDS: Readonly<Record<StopReason, string>> = {
  owner: "You stopped it.",
  failing: "It was stopped because nothing reached the receiver for 5 days.",
  gone: "It was stopped because the receiver answered 410 (gone).",
  backlog: "It was stopped because 10,000 deliveries were waiting.",
  secret: "It was stopped because its secret can no longer be decrypted. Rotate the secret, then start it.",
  restored: "It was restored from a backup. Start it if this copy of your notes should send.",
  tier: "It was stopped because your tier allows fewer webhooks.",
};

/** Says why a webhook is stopped; null while it is active. */
export function stopSentence({ stopped_because: reason }: Pick<Webhook, "stopped_because">): string | null {
  return reason && STOP_WORDS[reason];
}

/** What a webhook is called on the page: its name, or the host that it calls. */
export function labelOf({ name, url }: Pick<Webhook, "name" | "url">): string {
  return name || new URL(url).host;
}
