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
  /** Changes shown at once, and taken back when the action fails. `change` creates a typed one. */
  readonly optimistic?: readonly OptimisticChange[];
  readonly run: () => Promise<Result>;
  /** Toast such as "Note deleted."; without it no toast is shown. */
  readonly doneText?: string | ((result: Result) => string);
  /** Offered beside `doneText` for ten seconds; requested earlier, it runs as soon as the action is done. */
  readonly undo?: (result: Result) => Promise<unknown>;
  /** Queries to refetch afterwards, and after undoing. */
  readonly refresh?: readonly QueryKey[];
}

/**
 * Creates a typed `OptimisticChange` for every query that starts with the key and has data. `revert` takes back only
 * this change from the present data, because other changes may have followed.
 */
export function change<Data>(
  queryKey: QueryKey,
  update: (old: Data) => Data,
  revert: (now: Data, before: Data) => Data,
): OptimisticChange {
  return { queryKey, update, revert };
}

/**
 * Runs an action of the user: shows it at once, rolls it back with a message when it fails, and offers an undo when it
 * is done. Returns null when it failed.
 */
export async function act<Result>(
  services: { readonly queryClient: QueryClient; readonly toasts: Toasts },
  { optimistic = [], run, doneText, undo, refresh = [] }: Action<Result>,
): Promise<{ readonly result: Result } | null> {
  const { queryClient, toasts } = services;
  const underWay = undo && toasts.begin();
  const rollBack = await applyAll(queryClient, optimistic);
  try {
    const result = await runAsMutation(queryClient, run);
    const text = typeof doneText === "function" ? doneText(result) : doneText;
    let isRolledBack = false;
    const undoAll = async (): Promise<void> => {
      // Responses under way still show the action as done.
      for (const queryKey of refresh) void queryClient.cancelQueries({ queryKey });
      if (!isRolledBack) rollBack();
      isRolledBack = true;
      const undone = await act(services, { run: () => undo!(result), refresh, doneText: "Undone." });
      // Undoing failed, so the action is still done and can be undone again.
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

/** Runs the work as a mutation, so that `isMutating` counts it: a refetch meanwhile could show the old state. */
function runAsMutation<Result>(queryClient: QueryClient, run: () => Promise<Result>): Promise<Result> {
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
