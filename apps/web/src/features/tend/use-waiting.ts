import type { Waiting } from "@knote/contract";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../remote/trpc.ts";

/** Counts the matters that need tending; null until the server has answered. */
export function useWaiting(): Waiting | null {
  return useQuery(useTRPC().tend.waiting.queryOptions()).data ?? null;
}
