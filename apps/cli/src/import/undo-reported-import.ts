import { type Service, undoImport } from "@knote/formats";
import { CliError } from "../cli-error.ts";
import { readReport } from "./report-file.ts";

/** Deletes the notes that the import of a report created, and leaves those that somebody has changed since. */
export async function undoReportedImport(client: Service, path: string): Promise<void> {
  const { result, service } = await readReport(path);
  if (service !== client.address)
    throw new CliError(`The report is of an import into ${service}: give that with --url.`);
  const { deleted, changed, gone } = await undoImport(
    client,
    (result?.created ?? []).map(({ id }) => id),
  );
  process.stdout.write(
    `${deleted} notes deleted, ${changed} left because they were changed since, ${gone} gone already.\n`,
  );
}
