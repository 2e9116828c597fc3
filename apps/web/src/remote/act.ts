import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { Toasts } from "../kit/toasts/toasts.ts";
import { problemOf } from "../kit/errors.ts";

/** A change to what the page shows, made before the server has answered. */
export interface OptimisticChange {
  readonly queryKey: QueryKey;
  readonly update: (old: never) => unknown;
  readonly revert: (now: never, before: never) => unknown;
}

export interface Action<Result> {
  /** What is shown at once, and taken back when it fails. `change` makes one with types. */
  readonly optimistic?: readonly OptimisticChange[];
  readonly run: () => Promise<Result>;
  /** "Note deleted." Nothing is said without it. */
  readonly done?: string | ((result: Result) => string);
  /** Offered beside `done` for ten seconds; asked for earlier, it follows when the action is done. */
  readonly undo?: (result: Result) => Promise<unknown>;
  /** Asked for again afterwards, and after undoing. */
  readonly refresh?: readonly QueryKey[];
}

/**
 * A typed `OptimisticChange`: of every query that begins with the key and has data. `revert` takes back this change
 * alone, of what shows by then, which others may have changed since.
 */
export function change<Data>(
  queryKey: QueryKey,
  update: (old: Data) => Data,
  revert: (now: Data, before: Data) => Data,
): OptimisticChange {
  return { queryKey, update, revert };
}

/**
 * Does something that the user asked for: shows it at once, rolls it back with a word when it fails, and offers to
 * undo it when it is done. Returns null when it failed.
 */
export async function act<Result>(
  services: { readonly queryClient: QueryClient; readonly toasts: Toasts },
  { optimistic = [], run, done, undo, refresh = [] }: Action<Result>,
): Promise<{ readonly result: Result } | null> {
  const { queryClient, toasts } = services;
  const underWay = undo && toasts.begin();
  const rollBack = await applyAll(queryClient, optimistic);
  try {
    const result = await underWayIn(queryClient, run);
    const text = typeof done === "function" ? done(result) : done;
    let isRolledBack = false;
    const undoAll = async (): Promise<void> => {
      // What is on its way still tells of the action.
      for (const queryKey of refresh) void queryClient.cancelQueries({ queryKey });
      if (!isRolledBack) rollBack();
      isRolledBack = true;
      const undone = await act(services, { run: () => undo!(result), refresh, done: "Undone." });
      // It stands as it was done, and can be undone still.
      if (!undone && text) toasts.show({ text, undo: undoAll });
    };
    if (underWay?.end()) await undoAll();
    else if (text) toasts.show({ text, ...(undo && { undo: undoAll }) });
    return { result };
  } catch (error) {
    underWay?.end();
    rollBack();
    toasts.showProblem(problemOf(error));
    return null;
  } finally {
    for (const queryKey of refresh) void queryClient.invalidateQueries({ queryKey });
  }
}

/** Counted by `isMutating` until it is done: what would be asked for again meanwhile could show the time before. */
function underWayIn<Result>(queryClient: QueryClient, run: () => Promise<Result>): Promise<Result> {
  return queryClient.getMutationCache().build(queryClient, { mutationFn: run }).execute(undefined);
}

async function applyAll(queryClient: QueryClient, changes: readonly OptimisticChange[]): Promise<() => void> {
  const backs: (() => void)[] = [];
  for (const { queryKey, update, revert } of changes) {
    await queryClient.cancelQueries({ queryKey });
    for (const [key, before] of queryClient.getQueriesData({ queryKey })) {
      if (before === undefined) continue;
      queryClient.setQueryData(key, update(before as never));
      backs.unshift(() => queryClient.setQueryData(key, (now) => now && revert(now as never, before as never)));
    }
  }
  return () => {
    for (const back of backs) back();
  };
}
