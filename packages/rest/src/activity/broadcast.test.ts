import { eventually } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { createBroadcast } from "./broadcast.ts";

describe("a broadcast", () => {
  it("reaches few receivers at once", () => {
    const deliveries: string[] = [];
    const broadcast = createBroadcast<string, string>(
      (receiver, message) => deliveries.push(receiver + message),
      () => expect.fail("Nobody is to be dropped."),
    );
    broadcast.send(new Set(["a", "b"]), "1");
    expect(deliveries).toEqual(["a1", "b1"]);
  });

  it("reaches many in slices, each in the order of the messages, and lets other work run in between", async () => {
    const messagesByReceiver = new Map<number, number[]>();
    const broadcast = createBroadcast<number, number>(
      (receiver, message) => messagesByReceiver.set(receiver, [...(messagesByReceiver.get(receiver) ?? []), message]),
      () => expect.fail("Nobody is to be dropped."),
    );
    const receivers = new Set(Array.from({ length: 1_000 }, (_, index) => index));
    for (const message of [1, 2, 3]) broadcast.send(receivers, message);
    // A later receiver does not get earlier messages; earlier receivers get this one after all others.
    broadcast.send(new Set([0, 5_000]), 4);
    expect(messagesByReceiver.size).toBe(0);
    await new Promise((resolve) => setImmediate(resolve));
    expect(messagesByReceiver.size).toBeGreaterThan(0);
    expect(messagesByReceiver.size).toBeLessThan(1_000);
    await eventually(() => expect(messagesByReceiver.get(5_000)).toEqual([4]));
    expect(messagesByReceiver.get(0)).toEqual([1, 2, 3, 4]);
    for (let receiver = 1; receiver < 1_000; receiver++) expect(messagesByReceiver.get(receiver)).toEqual([1, 2, 3]);
  });

  it("drops receivers when too many messages are waiting", () => {
    const droppedReceivers = new Set<number>();
    const broadcast = createBroadcast<number, number>(
      () => undefined,
      (receiver) => droppedReceivers.add(receiver),
    );
    const receivers = new Set(Array.from({ length: 1_000 }, (_, index) => index));
    for (let message = 0; message < 100; message++) broadcast.send(receivers, message);
    expect(droppedReceivers.size).toBe(0);
    broadcast.send(receivers, 100);
    expect(droppedReceivers).toEqual(receivers);
  });
});
