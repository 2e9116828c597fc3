import type { ActivityLog, LoggedEvent } from "@knote/api";
import { expect, it } from "vitest";
import { aNotice } from "../../builders/a-notice.ts";
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
    await ear.whenHeard("three");
    expect(ear.entries).toEqual((await storage.activity.replay(userId, null)).slice(1));
  });

  it("delivers the events of writes of notes and links", async () => {
    await using storage = await open();
    const userId = freshUserId();
    using ear = listen(storage.activity, userId);
    const [one, other] = [aNoteWrite(), aNoteWrite()];
    await storage.notes.insert(userId, one, [aNotice("one")]);
    await storage.notes.insert(userId, other, [aNotice("other")]);
    const link = {
      source_id: one.note.id,
      target_id: other.note.id,
      relation: "extends",
      created_at: one.note.created_at,
    } as const;
    await storage.links.insert(userId, link, [aNotice("linked")]);
    await ear.whenHeard("linked");
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
    await Promise.all([first.whenHeard("hers"), second.whenHeard("hers"), foreign.whenHeard("theirs")]);
    expect([first, second, foreign].map((ear) => ear.queries())).toEqual([["hers"], ["hers"], ["theirs"]]);
  });

  it("delivers nothing after unsubscribing, which leaves other subscribers alone", async () => {
    await using storage = await open();
    const userId = freshUserId();
    using stays = listen(storage.activity, userId);
    const leaves = listen(storage.activity, userId);
    await storage.activity.append(userId, [anEvent("one")]);
    await Promise.all([stays.whenHeard("one"), leaves.whenHeard("one")]);
    leaves[Symbol.dispose]();
    leaves[Symbol.dispose]();
    await storage.activity.append(userId, [anEvent("two")]);
    await stays.whenHeard("two");
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
    await stays.whenHeard("one");
    expect(leaves.queries()).toEqual([]);
  });

  it("calls a function once for each of its subscriptions", async () => {
    await using storage = await open();
    const userId = freshUserId();
    const timestamps: string[] = [];
    const listener = ({ event }: LoggedEvent) => void timestamps.push(event.timestamp);
    const [end, endOther] = [
      storage.activity.subscribe(userId, listener),
      storage.activity.subscribe(userId, listener),
    ];
    await storage.activity.append(userId, [anEvent()]);
    await eventually(() => expect(timestamps).toHaveLength(2));
    end();
    using ear = listen(storage.activity, userId);
    await storage.activity.append(userId, [anEvent("last")]);
    await ear.whenHeard("last");
    await eventually(() => expect(timestamps).toHaveLength(3));
    endOther();
  });

  it("delivers many parallel appends once each, in the order of the log", async () => {
    await using storage = await open();
    const userId = freshUserId();
    using ear = listen(storage.activity, userId);
    await Promise.all(Array.from({ length: 30 }, (_, index) => storage.activity.append(userId, [anEvent(`${index}`)])));
    await storage.activity.append(userId, [anEvent("last")]);
    await ear.whenHeard("last");
    expect(ear.entries).toEqual(await storage.activity.replay(userId, null));
  });

  it("misses nothing between a subscription and a replay", async () => {
    await using storage = await open();
    const userId = freshUserId();
    const appends = Array.from({ length: 20 }, (_, index) => storage.activity.append(userId, [anEvent(`${index}`)]));
    using ear = listen(storage.activity, userId);
    const replay = await storage.activity.replay(userId, null);
    await Promise.all(appends);
    await storage.activity.append(userId, [anEvent("last")]);
    await ear.whenHeard("last");
    const seenIds = new Set([...replay, ...ear.entries].map(({ id }) => id));
    expect(seenIds).toEqual(new Set((await storage.activity.replay(userId, null)).map(({ id }) => id)));
  });
}

interface RecordingListener extends Disposable {
  readonly entries: readonly LoggedEvent[];
  queries(): string[];
  /** Waits for the event with this text. */
  whenHeard(query: string): Promise<void>;
}

function listen(activity: ActivityLog, userId: string): RecordingListener {
  const entries: LoggedEvent[] = [];
  const stop = activity.subscribe(userId, (entry) => entries.push(entry));
  const queries = () => entries.map(({ event }) => (event.type === "recall_query" ? event.data.query : event.type));
  return {
    entries,
    queries,
    whenHeard: (query) => eventually(() => expect(queries()).toContain(query)),
    [Symbol.dispose]: stop,
  };
}
