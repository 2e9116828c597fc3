import { inParallel } from "@knote/api";
import { NoteList } from "@knote/contract";
import { EvalError } from "../eval-error.ts";
import type { ServiceClient } from "./service-client.ts";

const AT_ONCE = 8;

/** The service still has notes of the measurement. */
export class NotesLeft extends EvalError {}

/** Removes every note of these users for good, and the links with them. Returns how many notes. */
export async function purgeUsers(client: ServiceClient, users: readonly string[]): Promise<number> {
  try {
    return await purge(client, users);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new NotesLeft(`Notes of ${users.join(", ")} could not be removed again: ${why}`, { cause: error });
  }
}

async function purge(client: ServiceClient, users: readonly string[]): Promise<number> {
  let purged = 0;
  for (const user of users) {
    for (;;) {
      const page = await client.call({ user, method: "GET", path: "/api/graph/notes?limit=200", schema: NoteList });
      if (page.notes.length === 0) break;
      await inParallel(page.notes, AT_ONCE, ({ id }) =>
        client.call({ user, method: "DELETE", path: `/api/workspace/notes/${id}?purge=true`, schema: NOTHING }),
      );
      purged += page.notes.length;
    }
  }
  return purged;
}

const NOTHING = { parse: () => undefined };
