import type { Reservation, Storage, Usage, UsageLimits } from "@knote/api";
import { freshUserId } from "../../builders/fresh-id.ts";

/** The real time, as an engine can remove months that are long past. */
export const NOW = Date.now();
export const MONTH = new Date(NOW).toISOString().slice(0, 7);
export const LATER_MONTH = "2100-01";
export const LEASE_MS = 300_000;

interface Ask {
  readonly capable?: boolean;
  readonly limits?: Partial<UsageLimits>;
  readonly month?: string;
  readonly now?: number;
}

/** A user who uses up queries. */
export interface Consumer {
  readonly userId: string;
  reserve(ask?: Ask): Promise<{ readonly reservation: Reservation; readonly usage: Usage } | null>;
  /** Reserves a query; throws if none is left. */
  take(ask?: Ask): Promise<Reservation>;
  settle(reservation: Reservation): Promise<void>;
  release(reservation: Reservation): Promise<void>;
  usage(now?: number, month?: string): Promise<Usage>;
}

export function givenConsumer({ quota }: Storage): Consumer {
  const userId = freshUserId();
  const reserve: Consumer["reserve"] = ({ capable = false, limits = {}, month = MONTH, now = NOW } = {}) => {
    const id = crypto.randomUUID();
    return quota.reserve(userId, {
      id,
      month,
      capable,
      limits: { queries: 10, capableQueries: 5, ...limits },
      now,
      leaseUntil: now + LEASE_MS,
    });
  };
  return {
    userId,
    reserve,
    async take(ask) {
      const grant = await reserve(ask);
      if (grant === null) throw new Error("No query was left.");
      return grant.reservation;
    },
    settle: (reservation) => quota.settle(userId, reservation),
    release: (reservation) => quota.release(userId, reservation),
    usage: (now = NOW, month = MONTH) => quota.usage(userId, month, now),
  };
}
