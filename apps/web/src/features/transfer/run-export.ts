import { requireOk, responseLines } from "@knote/formats";
import type { Services } from "../../kit/services.tsx";
import { createService } from "../../remote/service.ts";
import { runFormats } from "./run-formats.ts";
import type { ExportFile, ExportFormat } from "./serve-formats.ts";

/** How far an export has come. */
export type ExportProgress =
  | { readonly step: "fetching"; readonly notes: number }
  | { readonly step: "writing"; readonly doneCount: number; readonly total: number };

/** Fetches what the query names and makes a file of it. Rejects with a sentence, or when it is cancelled. */
export async function exportGraph(
  { session, reachability }: Services,
  { format, query }: { readonly format: ExportFormat; readonly query: URLSearchParams },
  { onProgress, signal }: { readonly onProgress: (progress: ExportProgress) => void; readonly signal: AbortSignal },
): Promise<ExportFile> {
  const service = createService(session, reachability);
  const response = await requireOk(await service.send(`/api/workspace/export?${query.toString()}`, { signal }));
  const lines: string[] = [];
  let notes = 0;
  for await (const line of responseLines(response)) {
    lines.push(line);
    if (!line.startsWith('{"note":')) continue;
    notes += 1;
    if (notes % 100 === 0) onProgress({ step: "fetching", notes });
  }
  onProgress({ step: "fetching", notes });
  return await runFormats(
    { kind: "export", text: `${lines.join("\n")}\n`, format },
    { signal, onProgress: (doneCount, total) => onProgress({ step: "writing", doneCount, total }) },
  );
}
