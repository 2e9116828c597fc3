import type { ImportResult } from "@knote/contract";
import type { ReadGraph } from "../import/read-graph.ts";
import { type ImportLine, LINES_AT_ONCE, nextPart, sendPart } from "./send-lines.ts";
import type { Service } from "./service.ts";

/** How far an import has come, and what it did. */
export interface SendingState {
  /** The notes that this import created. */
  readonly created: readonly { readonly id: string; readonly title: string }[];
  readonly existing: number;
  /** Existing notes that say something else; they were left as they are. */
  readonly differing: number;
  readonly links: number;
  readonly refusals: readonly { readonly place: string; readonly detail: string }[];
  /** Lines whose results have come; sending goes on after them. */
  readonly sentLines: number;
  readonly total: number;
}

interface Line extends ImportLine {
  /** Names the line for people. */
  readonly place: string;
}

export interface SendingOptions {
  /** Awaited after each request, and before sending fails. */
  readonly onState: (state: SendingState) => Promise<void> | void;
  /** Where an earlier attempt at the same graph ended. */
  readonly from?: SendingState | undefined;
  /** Ends the sending after the request that is under way. */
  readonly signal?: AbortSignal | undefined;
  /** Most lines in one request: fewer show more of the progress, and let a cancellation take effect sooner. */
  readonly lines?: number;
}

/**
 * Sends notes, then links, and returns what became of them; `sentLines` is less than `total` when it was cancelled.
 * What is sent twice is there once, as the keys tell. Throws an `ExchangeError` when the service stops or refuses.
 */
export async function sendGraph(
  service: Service,
  { notes, links }: Pick<ReadGraph, "notes" | "links">,
  { onState, from, signal, lines: mostLines = LINES_AT_ONCE }: SendingOptions,
): Promise<SendingState> {
  const total = notes.length + links.length;
  const lineAt = (index: number): Line => {
    if (index < notes.length) return { place: notes[index]!.title, text: JSON.stringify({ note: notes[index] }) };
    const link = links[index - notes.length]!;
    return { place: `${link.source} ${link.relation} ${link.target}`, text: JSON.stringify({ link }) };
  };
  let state = from ?? startingState(total);
  while (state.sentLines < total && signal?.aborted !== true) {
    const part = nextPart(lineAt, { start: state.sentLines, end: Math.min(total, state.sentLines + mostLines) });
    const results: ImportResult[] = [];
    try {
      await sendPart(service, part, results);
    } finally {
      state = afterResults(state, part, results);
      await onState(state);
    }
  }
  return state;
}

function startingState(total: number): SendingState {
  return { created: [], existing: 0, differing: 0, links: 0, refusals: [], sentLines: 0, total };
}

/** The results come in the order of the lines. */
function afterResults(state: SendingState, part: readonly Line[], results: readonly ImportResult[]): SendingState {
  const of = (status: ImportResult["status"]) => results.filter((result) => result.status === status);
  const placeOf = ({ line }: ImportResult) => part[line - 1]!.place;
  return {
    ...state,
    created: [
      ...state.created,
      ...of("created").flatMap((result) =>
        result.id === undefined ? [] : [{ id: result.id, title: placeOf(result) }],
      ),
    ],
    existing: state.existing + of("exists").length,
    differing: state.differing + of("exists").filter(({ detail }) => detail !== undefined).length,
    links: state.links + of("linked").length,
    refusals: [
      ...state.refusals,
      ...of("error").map((result) => ({
        place: placeOf(result),
        detail: result.issues?.map(({ message }) => message).join(" ") || (result.detail ?? "Not imported."),
      })),
    ],
    sentLines: state.sentLines + results.length,
  };
}
