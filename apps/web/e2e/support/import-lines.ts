import type { ImportSummary } from "@knote/contract";
import type { Dashboard } from "./start-dashboard.ts";

/** Imports notes and links for the signed-in user; throws unless all of them are imported. */
export async function importLines({ server, userId }: Dashboard, lines: readonly object[]): Promise<ImportSummary> {
  const token = await server.token(userId);
  const response = await fetch(`${server.url}/api/workspace/import`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/x-ndjson" },
    body: lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
  });
  const summary = JSON.parse((await response.text()).trim().split("\n").at(-1)!) as ImportSummary;
  if (summary.created + summary.linked !== lines.length)
    throw new Error(`Not all of ${lines.length} lines were imported: ${JSON.stringify(summary)}`);
  return summary;
}
