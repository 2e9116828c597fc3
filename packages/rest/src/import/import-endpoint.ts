import { DomainError, importLines, type Services } from "@knote/api";
import { requireActor } from "../binder/call.ts";
import { unauthorizedRefusal } from "../errors/http-refusal.ts";
import { discardBody } from "../http/read-body.ts";
import { requireType } from "../http/read-json.ts";
import type { Exchange } from "../http/exchange.ts";
import type { Responder } from "../http/responder.ts";
import { writeAll } from "../http/write-all.ts";
import { type Admission, answerInRoom } from "../overload/admission.ts";
import type { Endpoint } from "../routing/endpoint.ts";
import { readEntries } from "./read-entry.ts";
import { type BodyLine, readLines } from "./read-lines.ts";
import { uploadChunks } from "./upload-chunks.ts";

const NDJSON = "application/x-ndjson";
const HEADERS = ["Content-Type", NDJSON, "Cache-Control", "no-store, no-transform", "X-Accel-Buffering", "no"];

interface ImportDeps {
  readonly services: Services;
  readonly respond: Responder;
  readonly lineLimitBytes: number;
  readonly admission: Admission;
}

/** `POST /api/workspace/import`: reads lines and writes a result for each, with back-pressure in both directions. */
export function importEndpoint(deps: ImportDeps): Endpoint {
  return {
    method: "POST",
    path: "/api/workspace/import",
    access: "token",
    scope: "notes:write",
    isDocumented: true,
    answer: (exchange) => answerInRoom(deps.admission, "import", exchange, () => answer(exchange, deps)),
  };
}

async function answer(exchange: Exchange, { services, respond, lineLimitBytes }: ImportDeps): Promise<void> {
  const { request, response, actor, grant } = exchange;
  if (grant === null) throw unauthorizedRefusal(false);
  requireType(request, [NDJSON, "application/jsonl"]);
  const lines = readLines(uploadChunks(request), lineLimitBytes);
  const entries = readEntries(whileTokenHolds(lines, exchange, services), lineLimitBytes);
  respond.head(exchange, 200, HEADERS);
  response.flushHeaders();
  for await (const results of importLines(requireActor({ ...services, storage: grant.storage, actor }), entries)) {
    await writeAll(response, results.map((result) => `${JSON.stringify(result)}\n`).join(""));
  }
  if (!request.readableEnded) discardBody(request);
  response.end();
  respond.recordEnd(exchange, 200);
}

async function* whileTokenHolds(
  lines: AsyncIterable<readonly BodyLine[]>,
  { actor, origin, expiresAt }: Exchange,
  { clock, storage }: Services,
): AsyncGenerator<readonly BodyLine[]> {
  for await (const batch of lines) {
    if (clock.now() >= expiresAt) throw new DomainError("FORBIDDEN", "The access token has expired.");
    const counts = actor && origin && (await storage.sessions.isTokenValid(actor.userId, origin));
    if (!counts) throw new DomainError("FORBIDDEN", "The access token was refused meanwhile.");
    yield batch;
  }
}
