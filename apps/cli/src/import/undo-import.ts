import { CliError } from "../cli-error.ts";
import { requireOk, type ServiceClient } from "../service-client.ts";
import { readReport } from "./import-report.ts";

/** The ETag of a note that nobody has changed since it was created. */
const FIRST_REVISION = /^"1\./;

/** Deletes the notes that an import created, and leaves those that somebody has changed since. */
export async function undoImport(client: ServiceClient, path: string): Promise<void> {
  const { result, service } = await readReport(path);
  if (service !== client.address)
    throw new CliError(`The report is of an import into ${service}: give that with --url.`);
  const outcomes = { deleted: 0, changed: 0, gone: 0 };
  for (const id of result?.ids ?? []) outcomes[await deleteUnchanged(client, id)]++;
  process.stdout.write(
    `${outcomes.deleted} notes deleted, ${outcomes.changed} left because they were changed since, ${outcomes.gone} gone already.\n`,
  );
}

async function deleteUnchanged(client: ServiceClient, id: string): Promise<"deleted" | "changed" | "gone"> {
  const address = `/api/workspace/notes/${encodeURIComponent(id)}`;
  const note = await client.send(address, { method: "HEAD" });
  if (note.status === 404) return "gone";
  const etag = (await requireOk(note)).headers.get("etag");
  if (etag === null || !FIRST_REVISION.test(etag)) return "changed";
  const answer = await client.send(address, { method: "DELETE", headers: { "If-Match": etag } });
  if (answer.status === 412) return "changed";
  if (answer.status === 404) return "gone";
  await requireOk(answer);
  return "deleted";
}
