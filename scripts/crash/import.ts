import { linkKey } from "../../packages/api/src/index.ts";
import type { ImportResult, LinkInput } from "../../packages/contract/src/index.ts";
import { type Import, type Journal } from "./journal.ts";
import type { Caller } from "./caller.ts";

const RELATION = "extends";

/** Sends an import. Returns all results, or those received before the connection broke. */
export async function sendImport(
  caller: Caller,
  { notes }: Import,
): Promise<{ readonly results: readonly ImportResult[]; readonly isWhole: boolean }> {
  const lines = notes.flatMap(({ key, after: { title, content, tags, importance } }, index) => [
    { note: { key, title, content, tags, importance, note_type: "fact" } },
    ...(index === 0 ? [] : [{ link: { source: key, target: notes[index - 1]!.key, relation: RELATION } }]),
  ]);
  const text = await caller.stream("/api/workspace/import", lines.map((line) => JSON.stringify(line)).join("\n"));
  const resultLines = text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  return { results: resultLines.filter((line) => "line" in line), isWhole: resultLines.at(-1)?.done === true };
}

/** Adds an import's results to the journal: a result means that its line is stored durably. */
export function applyImport(journal: Journal, { notes }: Import, results: readonly ImportResult[]): void {
  const ids: string[] = [];
  for (const { line, status, id, detail } of results) {
    // The first line is a note; each further note has two lines, its own and that of its link.
    const place = Math.floor(line / 2);
    if (status === "error") throw new Error(`a line of an import was refused: ${detail}`);
    if (id !== undefined) {
      journal.notes.set(id, notes[place]!.after);
      ids[place] = id;
    } else {
      const link: LinkInput = { source_id: ids[place]!, target_id: ids[place - 1]!, relation: RELATION };
      journal.links.set(linkKey(link), link);
    }
    journal.acknowledgedCount++;
  }
}

/** Repeats an interrupted import: its acknowledged lines must exist already, and nothing must be stored twice. */
export async function importAgain(caller: Caller, journal: Journal): Promise<string[]> {
  const { pending, receivedResults } = journal;
  if (pending?.kind !== "import") return [];
  const { results, isWhole } = await sendImport(caller, pending);
  if (!isWhole) return ["a repeated import was not completed"];
  const faults = receivedResults.flatMap(({ line, id }) => {
    const again = results.find((result) => result.line === line)!;
    return again.status === "exists" && again.id === id
      ? []
      : [`line ${line} of an import was acknowledged and is lost`];
  });
  applyImport(journal, pending, results);
  journal.pending = null;
  return faults;
}
