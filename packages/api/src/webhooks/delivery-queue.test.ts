import { expect, it } from "vitest";
import type { DueDelivery } from "../ports/webhook-store.ts";
import { createDeliveryQueue } from "./delivery-queue.ts";

function due(id: string): DueDelivery {
  const texts = { timestamp: "2026-03-01T12:00:00.000Z", data: "{}", detail: "{}" };
  const message = { id, event: "note.created", noteIds: [], ...texts } as const;
  return { message, attempts: 0, step: 0, isResent: false, dueAt: 1, waitsSince: 1 };
}

const outcomeOf = (messageId: string) =>
  ({ messageId, attempt: null, next: { result: "delivered", endedAt: 1 } }) as const;

it("gives out deliveries in their order, and none of them twice until it ended", () => {
  const queue = createDeliveryQueue();
  queue.add([due("one"), due("two")]);
  expect(queue.peek()?.message.id).toBe("one");
  queue.take();
  queue.add([due("one"), due("two"), due("three")]);
  expect(queue.readLimit).toBe(32 + 3);
  const ids: (string | undefined)[] = [];
  for (; !queue.isEmpty; queue.take()) ids.push(queue.peek()?.message.id);
  expect(ids).toEqual(["two", "three"]);
  queue.putBack("two");
  queue.end(outcomeOf("one"));
  queue.add([due("one"), due("two")]);
  expect(queue.peek()?.message.id).toBe("two");
  queue.forget(queue.batch());
  expect(queue.hasOutcomes).toBe(false);
  queue.add([due("one")]);
  expect([queue.isEmpty, queue.isLow]).toEqual([false, true]);
});

it("has no more under way than one write settles, and asks for more before it is empty", () => {
  const queue = createDeliveryQueue();
  const ids = Array.from({ length: 110 }, (_, index) => `message ${index}`);
  queue.add(ids.map(due));
  for (let count = 0; count < 99; count++) queue.take();
  expect(queue.peek()?.message.id).toBe("message 99");
  expect(queue.isLow).toBe(false);
  queue.take();
  expect(queue.peek()).toBeNull();
  for (const id of ids.slice(0, 101)) queue.end(outcomeOf(id));
  expect(queue.batch()).toHaveLength(100);
  queue.forget(queue.batch());
  expect(queue.batch()).toHaveLength(1);
  expect(queue.peek()?.message.id).toBe("message 100");
  queue.take();
  expect(queue.isLow).toBe(false);
  queue.take();
  expect(queue.isLow).toBe(true);
  queue.clear();
  expect(queue.isEmpty).toBe(true);
});
