import { createBoundedCache, type DocumentFetcher, type FetchedDocument } from "@knote/api";
import { createAllowList } from "./allow-list.ts";
import { CallError, type CallFailure } from "./call-error.ts";
import { createConnections } from "./connect.ts";
import { type Answer, exchange } from "./exchange.ts";
import type { CallLimits, OutboundOptions } from "./send.ts";
import { createUrlRules } from "./url-rules.ts";

export interface DocumentFetcherOptions extends OutboundOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const LIMITS: CallLimits = { queryMs: 1_000, connectMs: 3_000, totalMs: 3_000 };
const MAX_BYTES = 10_240;
const MIN_KEEP_MS = 5 * 60_000;
const MAX_KEEP_MS = 24 * 3_600_000;
const MAX_DOCUMENTS = 1_000;

const SENTENCES: Readonly<Record<CallFailure, string>> = {
  timeout: "No answer came within 3 s.",
  name: "The host cannot be found.",
  blocked: "The host leads to an address that is not public.",
  refused: "The connection was refused.",
  broken: "The connection broke.",
  tls: "The certificate is not good for this host.",
};

/** Creates the fetcher of JSON documents behind https addresses. `close` ends its connections. */
export function createDocumentFetcher(options: DocumentFetcherOptions): DocumentFetcher & { close(): void } {
  const { allow, limits = LIMITS, nameServers, ca, now } = options;
  const allowList = createAllowList(allow);
  const problemOf = createUrlRules(allowList);
  const connections = createConnections({ allowList, nameServers, ca, ...limits });
  const documents = createBoundedCache<string, { readonly text: string; readonly until: number }>({
    most: MAX_DOCUMENTS,
  });
  const underWay = new Map<string, Promise<FetchedDocument>>();

  async function fetchNow(address: string): Promise<FetchedDocument> {
    if (!address.startsWith("https://")) return { ok: false, problem: "The address must begin with https://." };
    const problem = problemOf(address);
    if (problem !== null) return { ok: false, problem };
    try {
      const url = new URL(address);
      const answer = await exchange(connections, {
        url,
        method: "GET",
        headers: { Accept: "application/json", "User-Agent": "Knote" },
        connectionKey: "documents",
        totalMs: limits.totalMs,
        maxBytes: MAX_BYTES,
      });
      const wrong = problemOfAnswer(answer);
      if (wrong !== null) return { ok: false, problem: wrong };
      const text = answer.bytes.toString();
      documents.set(address, { text, until: now() + keepMs(answer, now()) });
      return { ok: true, text };
    } catch (error) {
      if (error instanceof CallError) return { ok: false, problem: SENTENCES[error.failure] };
      throw error;
    }
  }

  return {
    close: () => connections.close(),
    async fetchDocument(address) {
      const document = documents.get(address);
      if (document && document.until > now()) return { ok: true, text: document.text };
      const fetching = underWay.get(address) ?? fetchNow(address).finally(() => underWay.delete(address));
      underWay.set(address, fetching);
      return await fetching;
    },
  };
}

function problemOfAnswer({ status, headers, isWhole, bytes }: Answer): string | null {
  if (status >= 300 && status < 400) return "The answer was a redirect, which is not followed.";
  if (status !== 200) return `The answer was ${status}.`;
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(headers["content-type"] ?? ""))
    return "The answer was not JSON.";
  if (headers["content-encoding"] !== undefined) return "The answer was compressed.";
  if (isWhole) return null;
  return bytes.length >= MAX_BYTES ? "The answer had more than 10 KiB." : "The answer did not come whole within 3 s.";
}

/** Returns how long the answer may be kept, as its headers say within bounds. */
function keepMs({ headers }: Answer, nowMs: number): number {
  const control = headers["cache-control"] ?? "";
  const seconds = /(?:^|[\s,])max-age=(\d{1,10})/i.exec(control)?.[1];
  const isUncached = /(?:^|[\s,])no-(?:store|cache)/i.test(control);
  const byDate = Date.parse(headers.expires ?? "") - nowMs;
  const wish = isUncached ? 0 : seconds === undefined ? byDate || 0 : Number(seconds) * 1_000;
  return Math.min(Math.max(wish, MIN_KEEP_MS), MAX_KEEP_MS);
}
