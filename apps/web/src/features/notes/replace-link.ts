import type { LinkInput } from "@knote/contract";
import type { Client } from "../../remote/trpc.ts";

/** Puts one link in the place of another, and returns how to take that back. */
export async function replaceLink(client: Client, from: LinkInput, to: LinkInput): Promise<() => Promise<unknown>> {
  const { created } = await client.links.replace.mutate({ from, to });
  return () => (created ? client.links.replace.mutate({ from: to, to: from }) : client.links.create.mutate(from));
}
