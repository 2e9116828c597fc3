import type { QuotaStore, Usage } from "@knote/api";

interface KeptReservation {
  readonly capable: boolean;
  /** Null once settled: the reservation then counts for good. */
  readonly leaseUntil: number | null;
}

export function createMemoryQuota(): QuotaStore & { forget(userId: string): void } {
  const months = new Map<string, Map<string, KeptReservation>>();
  const warnedKeys = new Set<string>();
  const reservationsOf = (userId: string, month: string) => {
    const key = `${month} ${userId}`;
    const reservations = months.get(key) ?? new Map<string, KeptReservation>();
    months.set(key, reservations);
    return reservations;
  };
  return {
    async reserve(userId, { id, month, capable, limits, now, leaseUntil }) {
      const reservations = reservationsOf(userId, month);
      const before = usageOf(reservations, now);
      if (!isLeft(before.queries, limits.queries)) return null;
      const isCapable = capable && isLeft(before.capableQueries, limits.capableQueries);
      reservations.set(id, { capable: isCapable, leaseUntil });
      return { reservation: { id, month, capable: isCapable }, usage: usageOf(reservations, now) };
    },
    async settle(userId, { id, month, capable }) {
      reservationsOf(userId, month).set(id, { capable, leaseUntil: null });
    },
    async release(userId, { id, month }) {
      const reservations = reservationsOf(userId, month);
      if (reservations.get(id)?.leaseUntil !== null) reservations.delete(id);
    },
    async usage(userId, month, now) {
      return usageOf(reservationsOf(userId, month), now);
    },
    async warnOnce(userId, month, counter) {
      const key = `${counter} ${month} ${userId}`;
      return warnedKeys.has(key) ? false : warnedKeys.add(key).has(key);
    },
    forget(userId) {
      for (const key of months.keys()) if (key.endsWith(` ${userId}`)) months.delete(key);
      for (const key of warnedKeys) if (key.endsWith(` ${userId}`)) warnedKeys.delete(key);
    },
  };
}

function usageOf(reservations: ReadonlyMap<string, KeptReservation>, now: number): Usage {
  const counting = [...reservations.values()].filter(({ leaseUntil }) => leaseUntil === null || leaseUntil >= now);
  return { queries: counting.length, capableQueries: counting.filter(({ capable }) => capable).length };
}

function isLeft(usedCount: number, limit: number): boolean {
  return limit < 0 || usedCount < limit;
}
