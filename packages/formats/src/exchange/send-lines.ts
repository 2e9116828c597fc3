import type { ImportResult, ImportSummary } from "@knote/contract";
import { responseLines } from "./response-lines.ts";
import { requireOk, type Service, ServiceAway } from "./service.ts";

/** Most lines and characters in one request. */
export const LINES_AT_ONCE = 1_000;
const LENGTH = 4_000_000;

/** A line of an import: a note or a link as JSON. */
export interface ImportLine {
  readonly text: string;
}

/** Sends lines in as many requests as they need, and returns the result of each, in order. `onPart` is called after each request. */
export async function sendLines(
  service: Service,
  lines: readonly ImportLine[],
  onPart: (count: number) => void = () => {},
): Promise<readonly ImportResult[]> {
  const results: ImportResult[] = [];
  for (let start = 0; start < lines.length;) {
    const end = Math.min(lines.length, start + LINES_AT_ONCE);
    const part = nextPart((index) => lines[index]!, { start, end });
    await sendPart(service, part, results);
    start += part.length;
    onPart(part.length);
  }
  return results;
}

/** Returns the lines from `start` on that one request can hold, at least one and none from `end` on. */
export function nextPart<Line extends ImportLine>(
  lineAt: (index: number) => Line,
  { start, end }: { readonly start: number; readonly end: number },
): readonly Line[] {
  const part: Line[] = [];
  let length = 0;
  for (let index = start; index < end; index++) {
    const line = lineAt(index);
    length += line.text.length;
    if (part.length > 0 && length > LENGTH) break;
    part.push(line);
  }
  return part;
}

/** Sends one part, which may be empty, and collects the results as they come, so that those before a failure count. */
export async function sendPart(service: Service, part: readonly ImportLine[], results: ImportResult[]): Promise<void> {
  const response = await requireOk(
    await service.send("/api/workspace/import", {
      method: "POST",
      headers: { "Content-Type": "application/x-ndjson" },
      body: part.map(({ text }) => `${text}\n`).join(""),
    }),
  );
  let summary: ImportSummary | undefined;
  try {
    for await (const line of responseLines(response)) {
      if (line === "") continue;
      const answer = JSON.parse(line) as ImportResult | ImportSummary;
      if ("done" in answer) summary = answer;
      else results.push(answer);
    }
  } catch (error) {
    throw interruption(undefined, error);
  }
  if (!summary?.done) throw interruption(summary?.detail);
}

function interruption(detail = "The import was interrupted.", cause?: unknown): ServiceAway {
  return new ServiceAway(`${detail} Start it again: nothing doubles.`, { cause });
}
