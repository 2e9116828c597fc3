import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { ImportResult, ImportSummary } from "@knote/contract";

/** An import under way, seen by its sender. */
export interface OpenImport extends Disposable {
  /** Sends lines, or raw text; returns false when the server takes no more for now. */
  send(lines: readonly object[] | string): boolean;
  /** Resolves when the server takes more. */
  drained(): Promise<void>;
  /** Ends the request. */
  end(): void;
  /** Returns the complete lines of the answer so far. */
  answered(): readonly (ImportResult | ImportSummary)[];
  /** For tests that pause reading. */
  readonly response: IncomingMessage;
  /** Whether the connection is gone, for any reason. */
  readonly closed: boolean;
}

/** Begins `POST /api/workspace/import` and waits for the head of its answer. */
export async function openImport(url: string, token: string): Promise<OpenImport> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/x-ndjson" };
  const outgoing = request(`${url}/api/workspace/import`, { method: "POST", headers, agent: false });
  outgoing.flushHeaders();
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  const state = { text: "", closed: false };
  const gone = () => void (state.closed = true);
  outgoing.on("error", gone);
  response.setEncoding("utf8");
  response.on("data", (piece: string) => (state.text += piece)).on("error", gone);
  response.on("close", gone);
  return {
    response,
    send: (lines) => outgoing.write(typeof lines === "string" ? lines : linesOf(lines)),
    drained: async () => void (await once(outgoing, "drain")),
    end: () => void outgoing.end(),
    answered: () => parsed(state.text),
    get closed() {
      return state.closed;
    },
    [Symbol.dispose]: () => void outgoing.destroy(),
  };
}

function linesOf(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}

function parsed(text: string): (ImportResult | ImportSummary)[] {
  const whole = text.split("\n").slice(0, -1);
  return whole.map((line) => JSON.parse(line) as ImportResult | ImportSummary);
}
