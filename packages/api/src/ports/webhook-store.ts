import type { Attempt, Delivery, DeliveryResult, Payload, PlannedEvent, StopReason } from "@knote/contract";
import type { NewMessage } from "./notice.ts";

/** A webhook is failing after so many failed attempts in a row. */
export const FAILING_AFTER = 5;

/** A secret that a webhook had before its present one. */
export interface PreviousSecret {
  readonly sealed: string;
  /** Until when it signs, too; milliseconds since the epoch. */
  readonly until: number;
}

/** A webhook to store. Its times are milliseconds since the epoch, like all times of this port. */
export interface NewWebhook {
  /** A UUIDv7: ids sort from the oldest webhook to the newest. */
  readonly id: string;
  readonly url: string;
  /** Each once, in the order of `PLANNED_EVENTS`. */
  readonly events: readonly PlannedEvent[];
  readonly payload: Payload;
  readonly name: string;
  /** Sealed by a `SecretBox` for this owner and webhook; the store never sees the secret itself. */
  readonly secret: string;
  /** `sign-in`, or `token: ` and the name of the token that registered it. */
  readonly madeWith: string;
  readonly createdAt: number;
}

/** How a webhook's receiver has answered lately. Worked out by the domain; a webhook begins with `FIRST_STANDING`. */
export interface WebhookStanding {
  /** Failed attempts since the last success. */
  readonly failures: number;
  /** When the first of them was; null without any. */
  readonly failingSince: number | null;
  /** Whether the owner has been notified of this run of failures. */
  readonly isNotified: boolean;
  /** No attempt begins before this. 0: no such wait. */
  readonly notBefore: number;
  /** How many attempts may be under way at a time. */
  readonly window: number;
  /** Whether attempts take places of the quick lane. */
  readonly isQuick: boolean;
  /** Null before the first success. */
  readonly lastDeliveredAt: number | null;
}

/** The standing of a webhook that was never attempted, and of one that its owner starts again. */
export const FIRST_STANDING: Omit<WebhookStanding, "lastDeliveredAt"> = {
  failures: 0,
  failingSince: null,
  isNotified: false,
  notBefore: 0,
  window: 1,
  isQuick: true,
};

/** A webhook as stored. */
export interface StoredWebhook extends NewWebhook {
  /** Null once there is none; it can also be there after its `until`. */
  readonly previous: PreviousSecret | null;
  /** Null while it is active. */
  readonly stopped: StopReason | null;
  readonly standing: WebhookStanding;
  /** How many deliveries wait. */
  readonly waiting: number;
  readonly updatedAt: number;
}

/** A webhook with its owner, for work that is for all users. */
export interface OwnedWebhook {
  readonly userId: string;
  readonly webhook: StoredWebhook;
}

/** What an owner changes of a webhook; fields that are absent stay. */
export interface WebhookChange extends Partial<
  Pick<StoredWebhook, "url" | "events" | "payload" | "name" | "secret" | "previous">
> {
  /**
   * A reason stops it: it is given no further messages, and what waits goes on waiting; `gone` fails what waits. Null
   * starts it: its standing becomes `FIRST_STANDING`, and what waits is attempted when it is due.
   */
  readonly stopped?: StopReason | null;
  readonly updatedAt: number;
}

/** A webhook that one process has for itself until its lease ends. */
export interface LeasedWebhook extends OwnedWebhook {
  /** Tells this lease from every other one of the webhook. */
  readonly lease: string;
  /** When the lease ends. */
  readonly until: number;
  /** Counts what its owner changed. A standing is stored only if nothing changed since it was read. */
  readonly changes: number;
  /** Counts what came for it, deliveries and changes alike, for `release`. */
  readonly arrivals: number;
}

/** A delivery to attempt. */
export interface DueDelivery {
  readonly message: NewMessage;
  /** Attempts so far; the number of the next one is one more. */
  readonly attempts: number;
  /** How many of them the schedule has made since the delivery began to wait; 0 for the first one. */
  readonly step: number;
  /** Whether it waits since its owner resent it. */
  readonly isResent: boolean;
  readonly dueAt: number;
  /** When it began to wait: with its message, or when it was resent. */
  readonly waitsSince: number;
}

/** What came of an attempt, and what becomes of its delivery. */
export interface DeliveryOutcome {
  readonly messageId: string;
  /** Goes into the log; null adds nothing to it. Counts as an attempt, unless it is an `expiredEntry`. */
  readonly attempt: Attempt | null;
  readonly next:
    | { readonly result: "waiting"; readonly dueAt: number }
    | { readonly result: "delivered" | "failed"; readonly endedAt: number };
}

/** Returns the entry of the log of a delivery that waited too long for the attempt after so many. */
export function expiredEntry(attempts: number, now: number): Attempt {
  const at = new Date(now).toISOString();
  return { number: attempts + 1, at, by: "schedule", ms: 0, status: null, error: "expired", response: null };
}

/** Returns by how much an entry of the log raises the number of attempts. */
export function attemptsOf(entry: Attempt | null): 0 | 1 {
  return entry === null || entry.error === "expired" ? 0 : 1;
}

/** How a webhook stands after attempts; `stops` stops it. */
export interface SettledStanding extends WebhookStanding {
  readonly stops: StopReason | null;
}

/** Selects deliveries; an absent field does not select. */
export interface DeliveryFilter {
  readonly result?: DeliveryResult | undefined;
  readonly event?: PlannedEvent | undefined;
  /** Messages with a `timestamp` from then on, ISO 8601 UTC with milliseconds. */
  readonly since?: string | undefined;
  /** Messages with a `timestamp` before then. */
  readonly until?: string | undefined;
}

export interface DeliveryPage {
  /** Newest message first. */
  readonly deliveries: readonly Delivery[];
  /** The id of the last one, which the next page comes after; null at the end. */
  readonly next: string | null;
}

export interface DeliveryDetail {
  readonly delivery: Delivery;
  readonly message: NewMessage;
  /** Newest first, the last `LIMITS.attemptsLogged`. */
  readonly log: readonly Attempt[];
}

/** Deliveries to send again: one, or those with messages from `since` until before `until`. */
export type ResendSelection =
  | { readonly messageId: string }
  | { readonly since: string; readonly until: string; readonly result: "failed" | "all" };

/** What `tidy` removes. Times are milliseconds since the epoch. */
export interface TidyLimits {
  readonly now: number;
  /** Deliveries that have waited since before then fail as `expired`. */
  readonly waitingSince: number;
  /** Deliveries that ended before then are removed. */
  readonly endedBefore: number;
  /** Most ended deliveries that a webhook keeps; the oldest go first. */
  readonly mostEnded: number;
}

/** Figures of all users, for metrics. */
export interface WebhookFigures {
  readonly waiting: number;
  /** When what is due longest became due, of webhooks that are active and not failing; null when nothing is. */
  readonly oldestDue: number | null;
  /** How many webhooks there are by standing: active ones, without those that are failing; `failing` ones; stopped ones. */
  readonly byStanding: Readonly<Record<"active" | "failing" | "stopped", number>>;
}

/**
 * Webhooks by owner, the deliveries that wait for them, and the log of those that ended. Durability is as in
 * `NoteStore`. A message that a write of notes or links carries is there when the write is: for every webhook of the
 * owner that is active and wants its event, there is a delivery that waits. Webhooks that another process stored or
 * changed up to five seconds ago may count as they were. A webhook for which `LIMITS.deliveriesWaiting` wait is stopped
 * as `backlog` instead of being given more. `UserStore.erase` removes all of a user's; the purge of a note removes its
 * messages with their deliveries.
 */
export interface WebhookStore {
  /** Stores a webhook. Returns false when the user has `most` already. Idempotent by id. */
  insert(userId: string, webhook: NewWebhook, most: number): Promise<boolean>;
  /** Returns the user's webhooks, oldest first. */
  list(userId: string): Promise<StoredWebhook[]>;
  get(userId: string, id: string): Promise<StoredWebhook | null>;
  /** Changes a webhook and returns it as it is then; null when there is none. */
  change(userId: string, id: string, change: WebhookChange): Promise<StoredWebhook | null>;
  /** Removes a webhook with its deliveries. Returns false when there is none. */
  delete(userId: string, id: string): Promise<boolean>;
  /**
   * Returns whether an active webhook of the user wants the event, as far as this process knows. Answers from memory,
   * so that users without webhooks pay nothing for messages that nobody wants.
   */
  wants(userId: string, event: PlannedEvent): boolean;
  /** Stores messages that no write of notes or links carries, with a delivery for each webhook that wants one. */
  add(userId: string, messages: readonly NewMessage[]): Promise<void>;
  /** Returns up to `limit` deliveries of a webhook after the message `after`; none for an unknown webhook. */
  deliveries(
    userId: string,
    id: string,
    filter: DeliveryFilter,
    page: { readonly limit: number; readonly after?: string | undefined },
  ): Promise<DeliveryPage>;
  delivery(userId: string, id: string, messageId: string): Promise<DeliveryDetail | null>;
  /**
   * Makes ended deliveries wait again, due at `now` in the order of their messages, with the schedule's steps from 0.
   * Returns how many, 0 when there are none. Changes nothing and returns `waiting` when the one delivery waits, and
   * `too-many` for more than `LIMITS.deliveriesResent`, or when more than `LIMITS.deliveriesWaiting` would wait.
   */
  resend(userId: string, id: string, which: ResendSelection, now: number): Promise<number | "waiting" | "too-many">;
  /**
   * Leases up to `limit` active webhooks that have something due at `now`, whose `notBefore` has come and that nobody
   * has leased: longest due first. No other process gets one of them until `release`, or until the lease ends.
   */
  lease(limit: number, now: number, until: number): Promise<LeasedWebhook[]>;
  /**
   * Makes leases last until `until`. Returns the webhooks as they are now; those that are gone, or whose lease has gone
   * to another process, are left out.
   */
  renew(webhooks: readonly LeasedWebhook[], until: number): Promise<LeasedWebhook[]>;
  /**
   * Returns up to `limit` deliveries of a leased webhook that are due at `now`: longest due first, ties in the order of
   * their messages; with `untriedFirst` those without an attempt come first. What is under way is among them until it
   * is settled.
   */
  due(
    webhook: LeasedWebhook,
    now: number,
    page: { readonly limit: number; readonly untriedFirst?: boolean },
  ): Promise<DueDelivery[]>;
  /**
   * Stores what came of attempts, at most 100 a call, and how the webhook stands now. Outcomes of deliveries that are
   * gone or no longer wait are left out. The standing is left out, and `stops` with it, when the owner changed the
   * webhook since it was read, or the lease is another process's by now. Returns the webhook as it is now; null when it
   * is gone or the lease is lost: then the caller has to drop it.
   */
  settle(
    webhook: LeasedWebhook,
    outcomes: readonly DeliveryOutcome[],
    standing: SettledStanding,
  ): Promise<LeasedWebhook | null>;
  /**
   * Gives the lease back, and returns null. When something came since `arrivals` was read, the lease stays, and the
   * webhook is returned as it is now.
   */
  release(webhook: LeasedWebhook): Promise<LeasedWebhook | null>;
  /** Returns when the next active webhook that nobody has leased has something due; null when none has. */
  nextDue(): Promise<number | null>;
  /** Calls the listener, without waiting for it, after each write of this process that made something due. */
  subscribe(listener: () => void): () => void;
  /** Returns webhooks that the store itself stopped, as `backlog`; each is returned once, so that its owner is notified. */
  takeStopped(limit: number): Promise<OwnedWebhook[]>;
  /** Returns up to `limit` webhooks of all users after the id `after`, in the order of their ids, for the operator. */
  listAll(page: { readonly limit: number; readonly after?: string | undefined }): Promise<OwnedWebhook[]>;
  /**
   * Fails what has waited too long, with an `expiredEntry` in the log, and removes what ended long ago, of all users.
   * Returns whether it did anything: then there can be more.
   */
  tidy(limits: TidyLimits): Promise<boolean>;
  figures(): Promise<WebhookFigures>;
}
