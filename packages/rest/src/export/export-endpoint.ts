import { exportGraph, type ExportLine, type Services } from "@knote/api";
import { ExportInput } from "@knote/contract";
import { requireActor } from "../binder/call.ts";
import { inputParser } from "../binder/input-parser.ts";
import { queryFields } from "../binder/query-fields.ts";
import { readQuery } from "../binder/read-query.ts";
import { unauthorizedRefusal } from "../errors/http-refusal.ts";
import type { Exchange } from "../http/exchange.ts";
import type { Responder } from "../http/responder.ts";
import { writeAll } from "../http/write-all.ts";
import { openSink } from "../lists/open-sink.ts";
import { type Admission, answerInRoom } from "../overload/admission.ts";
import type { Endpoint } from "../routing/endpoint.ts";

const FIELDS = queryFields(ExportInput);
const parse = inputParser(ExportInput, true);

interface ExportDeps {
  readonly services: Services;
  readonly respond: Responder;
  readonly admission: Admission;
}

/** `GET /api/workspace/export`: JSON lines that an import takes, as fast as the client reads them. */
export function exportEndpoint(deps: ExportDeps): Endpoint {
  return {
    method: "GET",
    path: "/api/workspace/export",
    access: "token",
    scope: "notes:read",
    isDocumented: true,
    answer: (exchange) =>
      answerInRoom(deps.admission, "read", exchange, (place) => answer(exchange, deps, () => place.stepOut())),
  };
}

async function answer(exchange: Exchange, { services, respond }: ExportDeps, stepOut: () => void): Promise<void> {
  const { request, actor, grant, search } = exchange;
  if (grant === null) throw unauthorizedRefusal(false);
  // Safe because the schema has parsed it.
  const input = parse(readQuery(search, FIELDS)) as ExportInput;
  const context = requireActor({ ...services, storage: grant.storage, actor });
  const batches = exportGraph(context, input);
  try {
    // A refusal comes with the first batch, while the response can still say so.
    let batch = await batches.next();
    // From here on the client's reading sets the pace: a slow reader must not keep others waiting.
    stepOut();
    const sink = openSink(exchange, respond, ["Content-Type", "application/x-ndjson"]);
    for (; !batch.done && request.method !== "HEAD"; batch = await batches.next())
      await writeAll(sink, linesOf(batch.value));
    sink.end();
    respond.recordEnd(exchange, 200);
  } finally {
    await batches.return(undefined);
  }
}

function linesOf(lines: readonly ExportLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}
