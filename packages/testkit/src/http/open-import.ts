import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { ImportResult, ImportSummary } from "@knote/contract";

/** An import under way, seen by its sender. */
export interface OpenImport extends Disposable {
  /** Sends lines, or raw text; returns false when the server takes no more for now. */
  send(lines: readonly object[] | string): boolean;
  /** Resolves when the server takes more. */
  whenDrained(): Promise<void>;
  /** Ends the request. */
  end(): void;
  /** Returns the complete lines of the answer so far. */
  readAnswers(): readonly (ImportResult | ImportSummary)[];
  /** For tests that pause reading. */
  readonly response: IncomingMessage;
  /** Whether the connection is gone, for any reason. */
  readonly isClosed: boolean;
}

/** Begins `POST /api/workspace/import` and waits for the head of its answer. */
export async function openImport(url: string, token: string): Promise<OpenImport> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/x-ndjson" };
  const outgoing = request(`${url}/api/workspace/import`, { method: "POST", headers, agent: false });
  outgoing.flushHeaders();
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  const state = { text: "", closed: false };
  const markClosed = () => void (state.closed = true);
  outgoing.on("error", markClosed);
  response.setEncoding("utf8");
  response.on("data", (piece: string) => (state.text += piece)).on("error", markClosed);
  response.on("close", markClosed);
  return {
    response,
    send: (lines) => outgoing.write(typeof lines === "string" ? lines : linesOf(lines)),
    whenDrained: async () => void (await once(outgoing, "drain")),
    end: () => void outgoing.end(),
    readAnswers: () => parseLines(state.text),
    get isClosed() {
      return state.closed;
    },
    [Symbol.dispose]: () => void outgoing.destroy(),
  };
}

function linesOf(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}

function parseLines(text: string): (ImportResult | ImportSummary)[] {
  const whole = text.split("\n").slice(0, -1);
  return whole.map((line) => JSON.parse(line) as ImportResult | ImportSummary);
}
