import { describe, expect, it } from "vitest";
import type { EmbedPriority } from "@knote/api";
import { createEmbedQueue } from "./embed-queue.ts";

describe("embed queue", () => {
  it("gives queries first, then live, then background texts, each in their order", () => {
    const queue = aQueue();
    for (const [name, priority] of [
      ["b1", "background"],
      ["l1", "live"],
      ["q1", "query"],
      ["b2", "background"],
      ["l2", "live"],
      ["q2", "query"],
    ] as const) {
      queue.add(anItem(name, priority));
    }
    const order = Array.from({ length: 7 }, () => queue.next()?.name);
    expect(order).toEqual(["q1", "q2", "l1", "l2", "b1", "b2", undefined]);
  });

  it("gives users turns within a priority, and keeps the order of each user's texts", () => {
    const queue = aQueue();
    for (const name of ["a1", "a2", "a3", "b1", "b2", "c1"]) queue.add(anItem(name, "query", name[0]));
    const removedItem = anItem("b0", "query", "b");
    queue.add(removedItem);
    queue.add(anItem("l1", "live", "d"));
    queue.remove(removedItem);
    const order = Array.from({ length: 7 }, () => queue.next()?.name);
    expect(order).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "l1"]);
    expect(queue.unitsAhead("background")).toBe(0);
  });

  it("forgets only the item that is removed", () => {
    const queue = aQueue();
    const removedItem = anItem("gone", "live");
    queue.add(removedItem);
    queue.add(anItem("stays", "live"));
    queue.remove(removedItem);
    queue.remove(removedItem);
    expect(queue.waiting("live")).toBe(1);
    expect(queue.unitsAhead("live")).toBe(10);
    expect(queue.next()?.name).toBe("stays");
  });

  it("counts only texts that go first as ahead", () => {
    const queue = aQueue();
    queue.add(anItem("q", "query"));
    queue.add(anItem("l", "live"));
    queue.add(anItem("b", "background"));
    expect([queue.unitsAhead("query"), queue.unitsAhead("live"), queue.unitsAhead("background")]).toEqual([10, 20, 30]);
  });

  it("is empty after it was cleared", () => {
    const queue = aQueue();
    queue.add(anItem("b", "background"));
    queue.add(anItem("q", "query"));
    expect(queue.clear().map((item) => item.name)).toEqual(["q", "b"]);
    expect(queue.next()).toBeUndefined();
    expect(queue.unitsAhead("background")).toBe(0);
  });
});

interface Item {
  readonly name: string;
  readonly priority: EmbedPriority;
  readonly userId?: string | undefined;
  readonly units: number;
}

function aQueue() {
  return createEmbedQueue<Item>();
}

function anItem(name: string, priority: EmbedPriority, userId?: string): Item {
  return { name, priority, userId, units: 10 };
}
