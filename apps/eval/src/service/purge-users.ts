import { inParallel } from "@knote/api";
import { NoteList } from "@knote/contract";
import { EvalError } from "../eval-error.ts";
import type { ServiceClient } from "./service-client.ts";

const AT_ONCE = 8;

/** Notes of the measurement remain in the service. */
export class NotesRemainError extends EvalError {}

/** Purges all notes of these users, with their links. Returns the number of notes. */
export async function purgeUsers(client: ServiceClient, users: readonly string[]): Promise<number> {
  try {
    return await purge(client, users);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new NotesRemainError(`Notes of ${users.join(", ")} could not be removed: ${why}`, { cause: error });
  }
}

async function purge(client: ServiceClient, users: readonly string[]): Promise<number> {
  let purgedCount = 0;
  for (const user of users) {
    for (;;) {
      const page = await client.call({ user, method: "GET", path: "/api/graph/notes?limit=200", schema: NoteList });
      if (page.notes.length === 0) break;
      await inParallel(page.notes, AT_ONCE, ({ id }) =>
        client.call({ user, method: "DELETE", path: `/api/workspace/notes/${id}?purge=true`, schema: NOTHING }),
      );
      purgedCount += page.notes.length;
    }
  }
  return purgedCount;
}

const NOTHING = { parse: () => undefined };
