import { expect, it } from "vitest";
import type { OpenStorage } from "../open-storage.ts";
import { givenConsumer, LATER_MONTH, MONTH } from "./given-consumer.ts";

export function quotaReserving(open: OpenStorage): void {
  it("has no usage at first", async () => {
    await using storage = await open();
    expect(await givenConsumer(storage).usage()).toEqual({ queries: 0, capableQueries: 0 });
  });

  it("takes a query and returns the reservation and the new usage", async () => {
    await using storage = await open();
    const user = givenConsumer(storage);
    const grant = await user.reserve();
    expect(grant).toEqual({
      reservation: { id: expect.any(String), month: MONTH, capable: false },
      usage: { queries: 1, capableQueries: 0 },
    });
    expect((await user.reserve({ capable: true }))!.usage).toEqual({ queries: 2, capableQueries: 1 });
    expect(await user.usage()).toEqual({ queries: 2, capableQueries: 1 });
  });

  it("returns null and takes nothing when no query is left", async () => {
    await using storage = await open();
    const user = givenConsumer(storage);
    for (let index = 0; index < 3; index++) await user.take({ limits: { queries: 3 } });
    expect(await user.reserve({ limits: { queries: 3 } })).toBeNull();
    expect(await user.reserve({ capable: true, limits: { queries: 3 } })).toBeNull();
    expect(await user.usage()).toEqual({ queries: 3, capableQueries: 0 });
    expect(await givenConsumer(storage).reserve({ limits: { queries: 0 } })).toBeNull();
  });

  it("takes an ordinary query when no capable one is left", async () => {
    await using storage = await open();
    const user = givenConsumer(storage);
    expect((await user.take({ capable: true, limits: { capableQueries: 1 } })).capable).toBe(true);
    expect(await user.reserve({ capable: true, limits: { capableQueries: 1 } })).toEqual({
      reservation: { id: expect.any(String), month: MONTH, capable: false },
      usage: { queries: 2, capableQueries: 1 },
    });
    expect((await user.take({ capable: true, limits: { capableQueries: 0 } })).capable).toBe(false);
  });

  it("counts without limits, too", async () => {
    await using storage = await open();
    const user = givenConsumer(storage);
    for (let index = 0; index < 4; index++) {
      expect((await user.take({ capable: index % 2 === 0, limits: { queries: -1, capableQueries: -1 } })).capable).toBe(
        index % 2 === 0,
      );
    }
    expect(await user.usage()).toEqual({ queries: 4, capableQueries: 2 });
  });

  it("applies the limits of each call, as a tier can change", async () => {
    await using storage = await open();
    const user = givenConsumer(storage);
    for (let index = 0; index < 4; index++) await user.take({ limits: { queries: -1 } });
    expect(await user.reserve({ limits: { queries: 4 } })).toBeNull();
    expect(await user.reserve({ limits: { queries: 5 } })).not.toBeNull();
  });

  it("grants exactly 10 of 60 parallel calls on a limit of 10", async () => {
    await using storage = await open();
    const user = givenConsumer(storage);
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => user.reserve({ limits: { queries: 10 } })));
    const grants = outcomes.filter((outcome) => outcome !== null);
    expect(grants).toHaveLength(10);
    expect(new Set(grants.map(({ reservation }) => reservation.id)).size).toBe(10);
    expect(await user.usage()).toEqual({ queries: 10, capableQueries: 0 });
  });

  it("grants parallel calls exactly the capable queries that are left", async () => {
    await using storage = await open();
    const user = givenConsumer(storage);
    const limits = { queries: 20, capableQueries: 5 };
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => user.reserve({ capable: true, limits })));
    const grants = outcomes.filter((outcome) => outcome !== null);
    expect(grants).toHaveLength(20);
    expect(grants.filter(({ reservation }) => reservation.capable)).toHaveLength(5);
    expect(await user.usage()).toEqual({ queries: 20, capableQueries: 5 });
  });

  it("counts correctly after many parallel reservations, settlements and releases", async () => {
    await using storage = await open();
    const user = givenConsumer(storage);
    const limits = { queries: 30, capableQueries: 30 };
    await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const reservation = await user.take({ capable: index % 2 === 0, limits });
        if (index % 3 === 0) await user.release(reservation);
        if (index % 3 === 1) await user.settle(reservation);
      }),
    );
    expect(await user.usage()).toEqual({ queries: 20, capableQueries: 10 });
  });

  it("keeps users and months apart", async () => {
    await using storage = await open();
    const [ada, grace] = [givenConsumer(storage), givenConsumer(storage)];
    await ada.take({ limits: { queries: 1 } });
    expect(await ada.reserve({ limits: { queries: 1 } })).toBeNull();
    expect(await grace.reserve({ limits: { queries: 1 } })).not.toBeNull();
    const later = await ada.reserve({ limits: { queries: 1 }, month: LATER_MONTH });
    expect(later).toMatchObject({ reservation: { month: LATER_MONTH }, usage: { queries: 1 } });
    expect((await ada.usage(undefined, LATER_MONTH)).queries).toBe(1);
    expect((await ada.usage(undefined, "2099-12")).queries).toBe(0);
  });
}
