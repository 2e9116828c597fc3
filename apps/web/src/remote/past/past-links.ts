import type { AppRouter } from "@knote/api";
import { TRPCClientError, type TRPCLink } from "@trpc/client";
import { observable, tap } from "@trpc/server/observable";
import { ReadOnlyPast } from "../../kit/failures.ts";
import { type PastFacts, readPastFacts } from "./past-facts.ts";

/**
 * Refuses everything that would change data while the dashboard shows the past, wherever it was begun. A mutation that
 * has `as_of` only reads: a question about the past.
 */
export function refuseWritesInPast(isPast: () => boolean): TRPCLink<AppRouter> {
  return () =>
    ({ op, next }) => {
      const writes = op.type === "mutation" && !(isObject(op.input) && "as_of" in op.input);
      if (!writes || !isPast()) return next(op);
      return observable((observer) => observer.error(TRPCClientError.from(new ReadOnlyPast())));
    };
}

/** Asks these procedures for a time of the past, and reports what the answers say about themselves. */
export function readPast(past: {
  readonly asOf: string;
  /** Those that take `as_of`. */
  readonly procedures: readonly string[];
  readonly onFacts: (facts: PastFacts) => void;
}): TRPCLink<AppRouter> {
  return () =>
    ({ op, next }) => {
      if (!past.procedures.includes(op.path)) return next(op);
      const input = { ...(isObject(op.input) ? op.input : {}), as_of: past.asOf };
      return next({ ...op, input }).pipe(
        tap({
          next({ context }) {
            const response = context?.["response"];
            const facts = response instanceof Response ? readPastFacts(response.headers.get("X-As-Of")) : null;
            if (facts) past.onFacts(facts);
          },
        }),
      );
    };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
