import type { LinkInput } from "@knote/contract";
import type { Client } from "../../remote/trpc.ts";

/** Replaces one link with another; returns a function that undoes it. */
export async function replaceLink(client: Client, from: LinkInput, to: LinkInput): Promise<() => Promise<unknown>> {
  const { created } = await client.links.replace.mutate({ from, to });
  return () => (created ? client.links.replace.mutate({ from: to, to: from }) : client.links.create.mutate(from));
}
