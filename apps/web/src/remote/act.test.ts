import { QueryClient } from "@tanstack/react-query";
import { eventually } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { Unreachable } from "../auth/auth-api.ts";
import { createToasts } from "../shell/toasts/toasts.ts";
import { act, change } from "./act.ts";

const KEY = ["notes"];

function givenPage() {
  const queryClient = new QueryClient();
  queryClient.setQueryData(KEY, ["a", "b"]);
  const toasts = createToasts();
  const shown = () => queryClient.getQueryData(KEY);
  const without = (gone: string) => change<string[]>(KEY, (notes) => notes.filter((note) => note !== gone));
  return { services: { queryClient, toasts }, toasts, shown, without };
}

describe("an action", () => {
  it("shows at once, before the server has answered", async () => {
    const { services, shown, without } = givenPage();
    const { promise, resolve } = Promise.withResolvers<void>();
    const acting = act(services, { optimistic: [without("a")], run: () => promise });
    await eventually(() => expect(shown()).toEqual(["b"]));
    resolve();
    expect(await acting).toEqual({ result: undefined });
    expect(shown()).toEqual(["b"]);
  });

  it("is rolled back with a word when it fails", async () => {
    const { services, toasts, shown, without } = givenPage();
    const failing = () => Promise.reject(new Unreachable(null));
    expect(await act(services, { optimistic: [without("a")], run: failing, done: "Deleted." })).toBeNull();
    expect(shown()).toEqual(["a", "b"]);
    expect(toasts.list).toMatchObject([{ tone: "problem", text: "Knote cannot be reached.", undo: null }]);
  });

  it("is undone with what it answered, and shown as undone", async () => {
    const { services, toasts, shown, without } = givenPage();
    const undone: number[] = [];
    await act(services, {
      optimistic: [without("a")],
      run: async () => 7,
      done: (id) => `Deleted ${id}.`,
      undo: async (id) => undone.push(id),
    });
    expect(toasts.list).toMatchObject([{ text: "Deleted 7.", stayMs: 10_000 }]);
    toasts.undoLatest();
    await eventually(() => expect(undone).toEqual([7]));
    expect(shown()).toEqual(["a", "b"]);
    await eventually(() => expect(toasts.list.map(({ text }) => text)).toEqual(["Undone."]));
    toasts.undoLatest();
    expect(undone).toEqual([7]);
  });

  it("says nothing where nothing is to be said", async () => {
    const { services, toasts } = givenPage();
    await act(services, { run: async () => 1 });
    expect(toasts.list).toEqual([]);
  });
});
