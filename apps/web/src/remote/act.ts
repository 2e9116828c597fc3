import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { Toasts } from "../shell/toasts/toasts.ts";
import { problemOf } from "./errors.ts";

/** A change to what the page shows, made before the server has answered. */
export interface OptimisticChange {
  readonly queryKey: QueryKey;
  readonly update: (old: never) => unknown;
}

export interface Action<Result> {
  /** What is shown at once, and taken back when it fails. `change` makes one with types. */
  readonly optimistic?: readonly OptimisticChange[];
  readonly run: () => Promise<Result>;
  /** "Note deleted." Nothing is said without it. */
  readonly done?: string | ((result: Result) => string);
  /** Offered beside `done` for ten seconds. */
  readonly undo?: (result: Result) => Promise<unknown>;
  /** Asked for again afterwards, and after undoing. */
  readonly refresh?: readonly QueryKey[];
}

/** A typed `OptimisticChange`: of every query that begins with the key and has data. */
export function change<Data>(queryKey: QueryKey, update: (old: Data) => Data): OptimisticChange {
  return { queryKey, update };
}

/**
 * Does something that the user asked for: shows it at once, rolls it back with a word when it fails, and offers to
 * undo it when it is done. Answers null when it failed.
 */
export async function act<Result>(
  { queryClient, toasts }: { readonly queryClient: QueryClient; readonly toasts: Toasts },
  { optimistic = [], run, done, undo, refresh = [] }: Action<Result>,
): Promise<{ readonly result: Result } | null> {
  const rollBack = await applyAll(queryClient, optimistic);
  const refreshAll = () => Promise.all(refresh.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  try {
    const result = await run();
    const text = typeof done === "function" ? done(result) : done;
    if (text) {
      const undoAll = async (): Promise<void> => {
        rollBack();
        await act({ queryClient, toasts }, { run: () => undo!(result), refresh, done: "Undone." });
      };
      toasts.show({ text, ...(undo && { undo: undoAll }) });
    }
    return { result };
  } catch (error) {
    rollBack();
    toasts.showProblem(problemOf(error));
    return null;
  } finally {
    void refreshAll();
  }
}

async function applyAll(queryClient: QueryClient, changes: readonly OptimisticChange[]): Promise<() => void> {
  const before: [QueryKey, unknown][] = [];
  for (const { queryKey, update } of changes) {
    await queryClient.cancelQueries({ queryKey });
    const queries = queryClient.getQueriesData({ queryKey }).filter(([, data]) => data !== undefined);
    before.unshift(...queries);
    for (const [key, data] of queries) queryClient.setQueryData(key, update(data as never));
  }
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data);
  };
}
