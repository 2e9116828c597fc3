import { isTendKey, LIMITS } from "@knote/contract";
import { useEffect } from "react";
import { useServices } from "../../kit/services.tsx";
import { type Client, useTRPC } from "../../remote/trpc.ts";
import type { Dismissals } from "./dismissals.ts";

/**
 * Moves what this browser remembers as dismissed to the account, where it holds on every device. Dismissals of notes
 * that are gone are forgotten. Returns how many there were.
 */
export async function moveDismissals(client: Client, dismissals: Pick<Dismissals, "keys" | "forget">): Promise<number> {
  const keys = [...dismissals.keys].filter(isTendKey);
  for (let start = 0; start < keys.length; start += LIMITS.looksAtOnce) {
    const batch = keys.slice(start, start + LIMITS.looksAtOnce);
    await client.looks.add.mutate({ looks: batch.map((key) => ({ key })) });
    dismissals.forget(batch);
  }
  return keys.length;
}

/** Moves dismissals to the account of who is signed in; what fails is tried again with the next visit. */
export function useMovedDismissals(): void {
  const { client, dismissals, queryClient } = useServices();
  const { tend } = useTRPC();
  useEffect(() => {
    const move = async (): Promise<void> => {
      const count = await moveDismissals(client, dismissals);
      if (count > 0) await queryClient.invalidateQueries(tend.pathFilter());
    };
    void move().catch(() => undefined);
  }, [client, dismissals, queryClient, tend]);
}
