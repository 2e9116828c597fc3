import { isTendKey, LIMITS } from "@knote/contract";
import { useEffect } from "react";
import { useServices } from "../../kit/services.tsx";
import type { Client } from "../../remote/trpc.ts";
import type { Dismissals } from "./dismissals.ts";

/**
 * Moves what this browser remembers as dismissed to the account, where it holds on every device. Dismissals of notes
 * that are gone are forgotten.
 */
export async function moveDismissals(client: Client, dismissals: Pick<Dismissals, "keys" | "forget">): Promise<void> {
  const keys = [...dismissals.keys].filter(isTendKey);
  for (let start = 0; start < keys.length; start += LIMITS.looksAtOnce) {
    const batch = keys.slice(start, start + LIMITS.looksAtOnce);
    await client.looks.add.mutate({ looks: batch.map((key) => ({ key })) });
    dismissals.forget(batch);
  }
}

/** Moves dismissals to the account of who is signed in; what fails is tried again with the next visit. */
export function useMovedDismissals(): void {
  const { client, dismissals } = useServices();
  useEffect(() => void moveDismissals(client, dismissals).catch(() => undefined), [client, dismissals]);
}
