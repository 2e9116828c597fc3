import type { ActivityLog, LoggedEvent } from "@knote/api";
import { expect, it } from "vitest";
import { anEvent } from "../../builders/an-event.ts";
import { aNoteWrite } from "../../builders/a-note.ts";
import { freshUserId } from "../../builders/fresh-id.ts";
import { eventually } from "../../eventually.ts";
import type { OpenStorage } from "../open-storage.ts";

export function activitySubscribing(open: OpenStorage): void {
  it("delivers each event from now on once, in order, as it is logged", async () => {
    await using storage = await open();
    const userId = freshUserId();
    await storage.activity.append(userId, [anEvent("before")]);
    using ear = listen(storage.activity, userId);
    await storage.activity.append(userId, [anEvent("one"), anEvent("two")]);
    await storage.activity.append(userId, [anEvent("three")]);
    await ear.hears("three");
    expect(ear.heard).toEqual((await storage.activity.replay(userId, null)).slice(1));
  });

  it("delivers the events of writes of notes and links", async () => {
    await using storage = await open();
    const userId = freshUserId();
    using ear = listen(storage.activity, userId);
    const [one, other] = [aNoteWrite(), aNoteWrite()];
    await storage.notes.insert(userId, one, [anEvent("one")]);
    await storage.notes.insert(userId, other, [anEvent("other")]);
    const link = {
      source_id: one.note.id,
      target_id: other.note.id,
      relation: "extends",
      created_at: one.note.created_at,
    } as const;
    await storage.links.insert(userId, link, [anEvent("linked")]);
    await ear.hears("linked");
    expect(ear.queries()).toEqual(["one", "other", "linked"]);
  });

  it("delivers to every subscriber of the owner, and to nobody else", async () => {
    await using storage = await open();
    const [ada, grace] = [freshUserId(), freshUserId()];
    using first = listen(storage.activity, ada);
    using second = listen(storage.activity, ada);
    using foreign = listen(storage.activity, grace);
    await storage.activity.append(ada, [anEvent("hers")]);
    await storage.activity.append(grace, [anEvent("theirs")]);
    await Promise.all([first.hears("hers"), second.hears("hers"), foreign.hears("theirs")]);
    expect([first, second, foreign].map((ear) => ear.queries())).toEqual([["hers"], ["hers"], ["theirs"]]);
  });

  it("delivers nothing after unsubscribing, which leaves other subscribers alone", async () => {
    await using storage = await open();
    const userId = freshUserId();
    using stays = listen(storage.activity, userId);
    const leaves = listen(storage.activity, userId);
    await storage.activity.append(userId, [anEvent("one")]);
    await Promise.all([stays.hears("one"), leaves.hears("one")]);
    leaves[Symbol.dispose]();
    leaves[Symbol.dispose]();
    await storage.activity.append(userId, [anEvent("two")]);
    await stays.hears("two");
    expect([stays.queries(), leaves.queries()]).toEqual([["one", "two"], ["one"]]);
  });

  it("delivers no event after unsubscribing, even one already on its way", async () => {
    await using storage = await open();
    const userId = freshUserId();
    using stays = listen(storage.activity, userId);
    const leaves = listen(storage.activity, userId);
    const appending = storage.activity.append(userId, [anEvent("one")]);
    leaves[Symbol.dispose]();
    await appending;
    await stays.hears("one");
    expect(leaves.queries()).toEqual([]);
  });

  it("calls a function once for each of its subscriptions", async () => {
    await using storage = await open();
    const userId = freshUserId();
    const heard: string[] = [];
    const listener = ({ event }: LoggedEvent) => void heard.push(event.timestamp);
    const [end, endOther] = [
      storage.activity.subscribe(userId, listener),
      storage.activity.subscribe(userId, listener),
    ];
    await storage.activity.append(userId, [anEvent()]);
    await eventually(() => expect(heard).toHaveLength(2));
    end();
    using ear = listen(storage.activity, userId);
    await storage.activity.append(userId, [anEvent("last")]);
    await ear.hears("last");
    await eventually(() => expect(heard).toHaveLength(3));
    endOther();
  });

  it("delivers many parallel appends once each, in the order of the log", async () => {
    await using storage = await open();
    const userId = freshUserId();
    using ear = listen(storage.activity, userId);
    await Promise.all(Array.from({ length: 30 }, (_, index) => storage.activity.append(userId, [anEvent(`${index}`)])));
    await storage.activity.append(userId, [anEvent("last")]);
    await ear.hears("last");
    expect(ear.heard).toEqual(await storage.activity.replay(userId, null));
  });

  it("misses nothing between a subscription and a replay", async () => {
    await using storage = await open();
    const userId = freshUserId();
    const appends = Array.from({ length: 20 }, (_, index) => storage.activity.append(userId, [anEvent(`${index}`)]));
    using ear = listen(storage.activity, userId);
    const replayed = await storage.activity.replay(userId, null);
    await Promise.all(appends);
    await storage.activity.append(userId, [anEvent("last")]);
    await ear.hears("last");
    const seen = new Set([...replayed, ...ear.heard].map(({ id }) => id));
    expect(seen).toEqual(new Set((await storage.activity.replay(userId, null)).map(({ id }) => id)));
  });
}

interface Ear extends Disposable {
  readonly heard: readonly LoggedEvent[];
  queries(): string[];
  /** Waits for the event with this text. */
  hears(query: string): Promise<void>;
}

function listen(activity: ActivityLog, userId: string): Ear {
  const heard: LoggedEvent[] = [];
  const stop = activity.subscribe(userId, (logged) => heard.push(logged));
  const queries = () => heard.map(({ event }) => (event.type === "recall_query" ? event.data.query : event.type));
  return {
    heard,
    queries,
    hears: (query) => eventually(() => expect(queries()).toContain(query)),
    [Symbol.dispose]: stop,
  };
}
