import type { StopReason } from "@knote/contract";
import type { Services } from "../context.ts";
import type { SecretBox } from "../ports/secret-box.ts";
import type { Storage } from "../ports/storage.ts";
import type { AttemptOutcome, WebhookTransport } from "../ports/webhook-transport.ts";

/** What the sender tells of, for metrics and the log. */
export interface SenderReport {
  /** An attempt ended; `delayMs` is from the event to the beginning of the delivery's first attempt, else null. */
  attempt(result: {
    readonly outcome: AttemptOutcome;
    readonly ms: number;
    readonly delayMs: number | null;
    readonly webhookId: string;
    readonly host: string;
  }): void;
  stopped(webhook: {
    readonly userId: string;
    readonly id: string;
    readonly host: string;
    readonly reason: StopReason;
  }): void;
  /** Storage or transport failed in an unexpected way; the sender goes on later. */
  failed(error: unknown): void;
}

export interface SenderParts extends Pick<Services, "clock"> {
  readonly storage: Pick<Storage, "webhooks" | "activity" | "waiting">;
  readonly transport: WebhookTransport;
  readonly secretBox: SecretBox;
  /** Attempts at a time; at least 1. */
  readonly atOnce: number;
  /** Returns a number from 0 to less than 1. */
  readonly random: () => number;
  readonly report: SenderReport;
}
