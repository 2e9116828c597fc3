import { expect, it } from "vitest";
import type { OpenStorage } from "../open-storage.ts";
import { givenConsumer, LATER_MONTH, LEASE_MS, NOW } from "./given-consumer.ts";

const LATER = NOW + LEASE_MS + 1;
const NONE = { queries: 0, capableQueries: 0 };

export function quotaLeases(open: OpenStorage): void {
  it("counts a reservation during its lease, and not afterwards", async () => {
    await using storage = await open();
    const user = givenConsumer(storage);
    await user.take({ capable: true, limits: { queries: 1 } });
    expect(await user.usage(NOW + LEASE_MS - 1)).toEqual({ queries: 1, capableQueries: 1 });
    expect(await user.reserve({ limits: { queries: 1 }, now: NOW + LEASE_MS - 1 })).toBeNull();
    expect(await user.usage(LATER)).toEqual(NONE);
    expect((await user.reserve({ limits: { queries: 1 }, now: LATER }))!.usage).toEqual({
      queries: 1,
      capableQueries: 0,
    });
  });

  it("counts a settled reservation for good, once", async () => {
    await using storage = await open();
    const user = givenConsumer(storage);
    const reservation = await user.take({ capable: true });
    await user.settle(reservation);
    await user.settle(reservation);
    expect(await user.usage()).toEqual({ queries: 1, capableQueries: 1 });
    expect(await user.usage(LATER)).toEqual({ queries: 1, capableQueries: 1 });
    expect((await user.reserve({ now: LATER }))!.usage).toEqual({ queries: 2, capableQueries: 1 });
  });

  it("counts a reservation that is settled after its lease, once", async () => {
    await using storage = await open();
    const user = givenConsumer(storage);
    const late = await user.take({ capable: true, limits: { queries: 1 } });
    const next = await user.take({ limits: { queries: 1 }, now: LATER });
    await user.settle(late);
    await user.settle(late);
    expect(await user.usage(LATER)).toEqual({ queries: 2, capableQueries: 1 });
    expect(await user.reserve({ limits: { queries: 2 }, now: LATER })).toBeNull();
    await user.settle(next);
    expect(await user.usage(LATER + LEASE_MS)).toEqual({ queries: 2, capableQueries: 1 });
  });

  it("gives a released reservation back, once", async () => {
    await using storage = await open();
    const user = givenConsumer(storage);
    const limits = { queries: 2, capableQueries: 1 };
    const reservation = await user.take({ capable: true, limits });
    await user.take({ limits });
    await user.release(reservation);
    await user.release(reservation);
    expect(await user.usage()).toEqual({ queries: 1, capableQueries: 0 });
    expect(await user.reserve({ capable: true, limits })).toMatchObject({
      reservation: { capable: true },
      usage: { queries: 2, capableQueries: 1 },
    });
    expect(await user.reserve({ limits })).toBeNull();
  });

  it("does not give a settled reservation back", async () => {
    await using storage = await open();
    const user = givenConsumer(storage);
    const reservation = await user.take({ capable: true });
    await user.settle(reservation);
    await user.release(reservation);
    expect(await user.usage()).toEqual({ queries: 1, capableQueries: 1 });
  });

  it("gives back once in many parallel releases", async () => {
    await using storage = await open();
    const user = givenConsumer(storage);
    const [settledReservation, releasedReservation] = [await user.take(), await user.take()];
    await Promise.all(Array.from({ length: 10 }, () => user.release(releasedReservation)));
    expect((await user.usage()).queries).toBe(1);
    await Promise.all(Array.from({ length: 10 }, () => user.settle(settledReservation)));
    expect((await user.usage(LATER)).queries).toBe(1);
  });

  it("settles and releases without changing other users and months", async () => {
    await using storage = await open();
    const [ada, grace] = [givenConsumer(storage), givenConsumer(storage)];
    const [present, later] = [await ada.take(), await ada.take({ month: LATER_MONTH })];
    await grace.take();
    await ada.release(present);
    await ada.settle(later);
    expect((await grace.usage()).queries).toBe(1);
    expect(await ada.usage(LATER)).toEqual(NONE);
    expect((await ada.usage(LATER, LATER_MONTH)).queries).toBe(1);
  });
}
