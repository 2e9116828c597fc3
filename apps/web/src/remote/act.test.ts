import { Unreachable } from "../kit/failures.ts";
import { QueryClient } from "@tanstack/react-query";
import { eventually } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { createToasts } from "../kit/toasts/toasts.ts";
import { act, change } from "./act.ts";

const KEY = ["notes"];

function givenPage() {
  const queryClient = new QueryClient();
  queryClient.setQueryData(KEY, ["a", "b"]);
  const toasts = createToasts();
  const notesOnPage = () => queryClient.getQueryData(KEY);
  const without = (removedNote: string) =>
    change<string[]>(
      KEY,
      (notes) => notes.filter((note) => note !== removedNote),
      (notes) => [...notes, removedNote].toSorted(),
    );
  return { services: { queryClient, toasts }, toasts, notesOnPage, without };
}

describe("an action", () => {
  it("shows at once, before the server has answered", async () => {
    const { services, notesOnPage, without } = givenPage();
    const { promise, resolve } = Promise.withResolvers<void>();
    const acting = act(services, { optimistic: [without("a")], run: () => promise });
    await eventually(() => expect(notesOnPage()).toEqual(["b"]));
    resolve();
    expect(await acting).toEqual({ result: undefined });
    expect(notesOnPage()).toEqual(["b"]);
  });

  it("is rolled back with a message when it fails", async () => {
    const { services, toasts, notesOnPage, without } = givenPage();
    const failing = () => Promise.reject(new Unreachable(null));
    expect(await act(services, { optimistic: [without("a")], run: failing, doneText: "Deleted." })).toBeNull();
    expect(notesOnPage()).toEqual(["a", "b"]);
    expect(toasts.list).toMatchObject([{ tone: "problem", text: "Knote cannot be reached.", undo: null }]);
  });

  it("is undone with its result, and the page shows it as undone", async () => {
    const { services, toasts, notesOnPage, without } = givenPage();
    const undone: number[] = [];
    await act(services, {
      optimistic: [without("a")],
      run: async () => 7,
      doneText: (id) => `Deleted ${id}.`,
      undo: async (id) => undone.push(id),
    });
    expect(toasts.list).toMatchObject([{ text: "Deleted 7.", stayMs: 10_000 }]);
    toasts.undoLatest();
    await eventually(() => expect(undone).toEqual([7]));
    expect(notesOnPage()).toEqual(["a", "b"]);
    await eventually(() => expect(toasts.list.map(({ text }) => text)).toEqual(["Undone."]));
    toasts.undoLatest();
    expect(undone).toEqual([7]);
  });

  it("ignores a response under way that still shows it as done", async () => {
    const { services, toasts, notesOnPage, without } = givenPage();
    const late = Promise.withResolvers<string[]>();
    await act(services, {
      optimistic: [without("a")],
      run: async () => 1,
      doneText: "Deleted.",
      undo: async () => 2,
      refresh: [KEY],
    });
    const lateQuery = services.queryClient.fetchQuery({ queryKey: KEY, queryFn: () => late.promise });
    toasts.undoLatest();
    late.resolve(["b"]);
    await lateQuery.catch(() => undefined);
    expect(notesOnPage()).toEqual(["a", "b"]);
  });

  it("refreshes only after the undo when the undo was requested before it was done", async () => {
    const { services, toasts } = givenPage();
    const [doing, undoing] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
    const isStale = () => services.queryClient.getQueryState(KEY)?.isInvalidated;
    const acting = act(services, {
      run: () => doing.promise,
      doneText: "Deleted.",
      undo: () => undoing.promise,
      refresh: [KEY],
    });
    toasts.undoLatest();
    doing.resolve(1);
    await eventually(() => expect(services.queryClient.isMutating()).toBe(1));
    await doing.promise;
    await new Promise(setImmediate);
    expect(isStale()).toBe(false);
    undoing.resolve();
    await acting;
    await eventually(() => expect(isStale()).toBe(true));
  });

  it("takes back only its own change, when it fails and when it is undone", async () => {
    const { services, toasts, notesOnPage, without } = givenPage();
    await act(services, { optimistic: [without("a")], run: async () => 1, doneText: "Deleted.", undo: async () => 2 });
    const [first] = toasts.list;
    await act(services, { optimistic: [without("b")], run: async () => 1, doneText: "Deleted.", undo: async () => 2 });
    expect(notesOnPage()).toEqual([]);
    toasts.undo(first!.id);
    expect(notesOnPage()).toEqual(["a"]);
    await act(services, { optimistic: [without("a")], run: () => Promise.reject(new Unreachable(null)) });
    expect(notesOnPage()).toEqual(["a"]);
  });

  it("is undone as soon as it is done when the undo was requested earlier", async () => {
    const { services, toasts, notesOnPage, without } = givenPage();
    const { promise, resolve } = Promise.withResolvers<number>();
    const undone: number[] = [];
    const undo = async (id: number) => undone.push(id);
    const earlier = act(services, { run: async () => 1, doneText: "Renamed.", undo });
    await earlier;
    const acting = act(services, { optimistic: [without("a")], run: () => promise, doneText: "Deleted.", undo });
    toasts.undoLatest();
    expect(undone).toEqual([]);
    resolve(7);
    await acting;
    await eventually(() => expect(undone).toEqual([7]));
    expect(notesOnPage()).toEqual(["a", "b"]);
    await eventually(() => expect(toasts.list.map(({ text }) => text)).toEqual(["Renamed.", "Undone."]));
    toasts.undoLatest();
    await eventually(() => expect(undone).toEqual([7, 1]));
  });

  it("is not undone when it fails after the undo was requested", async () => {
    const { services, toasts, notesOnPage, without } = givenPage();
    const { promise, reject } = Promise.withResolvers<number>();
    const undone: number[] = [];
    const undo = async (id: number) => undone.push(id);
    const acting = act(services, { optimistic: [without("a")], run: () => promise, doneText: "Deleted.", undo });
    toasts.undoLatest();
    reject(new Unreachable(null));
    expect(await acting).toBeNull();
    expect([notesOnPage(), undone]).toEqual([["a", "b"], []]);
    expect(toasts.list.map(({ text }) => text)).toEqual(["Knote cannot be reached."]);
  });

  it("can be undone again when undoing failed, and is taken back on the page once", async () => {
    const { services, toasts, notesOnPage, without } = givenPage();
    const outcomes = [Promise.reject(new Unreachable(null)), Promise.resolve(1)];
    await act(services, {
      optimistic: [without("a")],
      run: async () => 1,
      doneText: "Deleted.",
      undo: () => outcomes.shift()!,
    });
    toasts.undoLatest();
    await eventually(() =>
      expect(toasts.list.map(({ text }) => text)).toEqual(["Knote cannot be reached.", "Deleted."]),
    );
    toasts.undoLatest();
    await eventually(() =>
      expect(toasts.list.map(({ text }) => text)).toEqual(["Knote cannot be reached.", "Undone."]),
    );
    expect([notesOnPage(), outcomes]).toEqual([["a", "b"], []]);
  });

  it("shows no toast without a `doneText`", async () => {
    const { services, toasts } = givenPage();
    await act(services, { run: async () => 1 });
    expect(toasts.list).toEqual([]);
  });
});
