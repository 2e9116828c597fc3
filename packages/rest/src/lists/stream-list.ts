import { nextTurn } from "@knote/api";
import type { Exchange } from "../http/exchange.ts";
import { JSON_TYPE, type Responder } from "../http/responder.ts";
import { writeAll } from "../http/write-all.ts";
import { openSink } from "./open-sink.ts";

/** A shorter list is sent as one body; a longer one in pieces of about this size. */
const PIECE_LENGTH = 65_536;

/** The lists of a body by name, in the order of the body. */
export type Lists = Readonly<Record<string, AsyncIterable<readonly unknown[]>>>;

/** Streams `{"<name>":[…]}` batch by batch, so that a list of any length needs little memory and blocks nobody. */
export async function streamLists(exchange: Exchange, respond: Responder, lists: Lists): Promise<void> {
  const pieces = jsonPieces(lists);
  try {
    const { value: first = "" } = await pieces.next();
    const second = await pieces.next();
    if (second.done) return respond.json(exchange, 200, first);
    const sink = openSink(exchange, respond, ["Content-Type", JSON_TYPE]);
    if (exchange.request.method !== "HEAD") {
      await writeAll(sink, first + second.value);
      for await (const piece of pieces) await writeAll(sink, piece);
    }
    sink.end();
    respond.recordEnd(exchange, 200);
  } finally {
    await pieces.return(undefined);
  }
}

/** Yields the JSON text in pieces, the first one after the first batch has been read. */
async function* jsonPieces(lists: Lists): AsyncGenerator<string, undefined> {
  let text = "";
  let opening = "{";
  for (const [name, batches] of Object.entries(lists)) {
    text += `${opening}${JSON.stringify(name)}:[`;
    opening = "],";
    let separator = "";
    for await (const batch of batches) {
      await nextTurn();
      for (const item of batch) {
        text += separator + JSON.stringify(item);
        separator = ",";
        if (text.length >= PIECE_LENGTH) {
          yield text;
          text = "";
        }
      }
    }
  }
  yield `${text}]}`;
  return undefined;
}
