import { EvalError } from "../eval-error.ts";
import type { ServiceClient } from "../service/service-client.ts";
import type { Vault } from "./read-vault.ts";
import type { VaultNote } from "./vault-lines.ts";

const DAY_MS = 86_400_000;

/** Imports all notes and links with their dates. Returns the notes' keys by their ids. */
export async function importVault(
  { notes, links }: Vault,
  client: ServiceClient,
  user: string,
): Promise<ReadonlyMap<string, string>> {
  const lines = [...notes.map((note) => ({ note: importLineOf(note) })), ...links.map((link) => ({ link }))];
  const results = await client.importLines(user, lines);
  const failure = results.find(({ status }) => status === "error");
  if (failure) throw new EvalError(`Line ${failure.line} of the import was refused: ${JSON.stringify(failure)}`);
  return new Map(results.flatMap(({ id }, index) => (id && notes[index] ? [[id, notes[index].key]] : [])));
}

/** A note of a title alone has its title as content, as in the dashboard. */
function importLineOf({ age_days: ageDays, ...note }: VaultNote): object {
  const createdAt = ageDays === undefined ? note.created_at : new Date(Date.now() - ageDays * DAY_MS).toISOString();
  return { ...note, content: note.content ?? note.title, created_at: createdAt };
}
