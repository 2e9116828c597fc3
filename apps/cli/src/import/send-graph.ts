import type { ImportResult, ImportSummary } from "@knote/contract";
import type { ReadGraph } from "@knote/formats";
import { CliError } from "../cli-error.ts";
import { requireOk, type ServiceClient } from "../service-client.ts";

/** Lines and characters in one request: its answer is read only when it has been sent. */
const LINES = 1_000;
const LENGTH = 4_000_000;

export interface SendingState {
  /** Ids of the notes that were created. */
  readonly ids: readonly string[];
  readonly existing: number;
  /** Existing notes that say something else; they were left as they are. */
  readonly differing: number;
  readonly links: number;
  readonly refusals: readonly { readonly place: string; readonly detail: string }[];
  readonly sentLines: number;
  readonly total: number;
}

interface Line {
  /** Names the line for people. */
  readonly place: string;
  readonly text: string;
}

/** Sends notes, then links; `onState` is awaited after each request. */
export async function sendGraph(
  client: ServiceClient,
  { notes, links }: Pick<ReadGraph, "notes" | "links">,
  onState: (state: SendingState) => Promise<void>,
): Promise<SendingState> {
  const lines: Line[] = [
    ...notes.map((note) => ({ place: note.title, text: JSON.stringify({ note }) })),
    ...links.map((link) => ({
      place: `${link.source} ${link.relation} ${link.target}`,
      text: JSON.stringify({ link }),
    })),
  ];
  let state: SendingState = {
    ids: [],
    existing: 0,
    differing: 0,
    links: 0,
    refusals: [],
    sentLines: 0,
    total: lines.length,
  };
  for (let start = 0; start < lines.length;) {
    const part = nextPart(lines, start);
    start += part.length;
    state = afterPart(state, part, await sendPart(client, part));
    await onState(state);
  }
  return state;
}

function nextPart(lines: readonly Line[], start: number): readonly Line[] {
  const part = lines.slice(start, start + LINES);
  let length = 0;
  const end = part.findIndex(({ text }, place) => (length += text.length) > LENGTH && place > 0);
  return end < 0 ? part : part.slice(0, end);
}

async function sendPart(client: ServiceClient, part: readonly Line[]): Promise<ImportResult[]> {
  const response = await client.send("/api/workspace/import", {
    method: "POST",
    headers: { "Content-Type": "application/x-ndjson" },
    body: part.map(({ text }) => `${text}\n`).join(""),
  });
  const text = await (await requireOk(response)).text();
  const answers = text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ImportResult | ImportSummary);
  const summary = answers.find((answer): answer is ImportSummary => "done" in answer);
  if (!summary?.done) throw new CliError(`${summary?.detail ?? "The import was interrupted."} Run the command again.`);
  return answers.filter((answer): answer is ImportResult => "line" in answer);
}

function afterPart(state: SendingState, part: readonly Line[], results: readonly ImportResult[]): SendingState {
  const of = (status: ImportResult["status"]) => results.filter((result) => result.status === status);
  return {
    ...state,
    ids: [...state.ids, ...of("created").flatMap(({ id }) => id ?? [])],
    existing: state.existing + of("exists").length,
    differing: state.differing + of("exists").filter(({ detail }) => detail !== undefined).length,
    links: state.links + of("linked").length,
    refusals: [
      ...state.refusals,
      ...of("error").map(({ line, detail = "Not imported.", issues = [] }) => ({
        place: part[line - 1]!.place,
        detail: issues.map(({ message }) => message).join(" ") || detail,
      })),
    ],
    sentLines: state.sentLines + part.length,
  };
}
