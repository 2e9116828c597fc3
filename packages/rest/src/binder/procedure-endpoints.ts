import type { RequestContext, Services } from "@knote/api";
import type { Exchange } from "../http/exchange.ts";
import { readJson } from "../http/read-json.ts";
import type { Responder } from "../http/responder.ts";
import type { Logger } from "../options.ts";
import type { Admission } from "../overload/admission.ts";
import { admitBody } from "../overload/admit-body.ts";
import { callerOf } from "../overload/caller-of.ts";
import type { Place } from "../overload/room.ts";
import { workOf } from "../overload/work.ts";
import type { Endpoint, PathParameters } from "../routing/endpoint.ts";
import { type Binding, restBindings } from "./bindings.ts";
import type { SentInput, SpecialAnswer } from "./call.ts";
import { idempotencyKey, once } from "./idempotency.ts";
import { outputAnswer } from "./output-answer.ts";
import { readQuery } from "./read-query.ts";

export interface BinderParts {
  readonly services: Services;
  readonly respond: Responder;
  readonly log: Logger;
  readonly bodyLimitBytes: number;
  /** Procedures that answer otherwise in some cases, by name. */
  readonly special: Readonly<Record<string, SpecialAnswer>>;
  readonly admission: Admission;
}

/** An endpoint for each procedure that is on REST. */
export function procedureEndpoints(parts: BinderParts): Endpoint[] {
  return restBindings().map((binding) => ({
    method: binding.method,
    path: binding.path,
    access: binding.meta.openapi?.protect ? "token" : "public",
    scope: binding.meta.scope,
    documented: true,
    answer: (exchange, parameters) => admitted(binding, exchange, parameters, parts),
  }));
}

/** Reads what was sent, and answers if there is room for the work. A sender who takes long has no place in it yet. */
async function admitted(
  binding: Binding,
  exchange: Exchange,
  parameters: PathParameters,
  parts: BinderParts,
): Promise<void> {
  const { admission } = parts;
  const userId = callerOf(exchange);
  admission.check(workOf(binding.name, undefined), userId);
  const body = binding.takesBody ? await admitBody(admission, exchange) : null;
  try {
    const sent = await readInput(binding, exchange, parameters, parts.bodyLimitBytes);
    body?.arrived();
    const hasLeft = () => exchange.response.destroyed;
    const place = await admission.enter(workOf(binding.name, sent.value), { userId, hasLeft });
    try {
      await answer(binding, exchange, sent, { ...parts, place });
    } finally {
      place.leave();
    }
  } finally {
    body?.leave();
  }
}

async function answer(
  binding: Binding,
  exchange: Exchange,
  sent: SentInput,
  parts: BinderParts & { readonly place: Place },
): Promise<void> {
  const key = binding.meta.idempotent ? idempotencyKey(exchange) : null;
  const { place } = parts;
  const isAbortable = key === null && ABORTABLE.has(binding.name);
  const context = { ...requestContext(parts.services, exchange, isAbortable), place };
  const special = parts.special[binding.name];
  if (special && (await special({ binding, exchange, context, input: sent.value, place }))) return;
  const run = async (ctx: RequestContext) => {
    const output = await binding.call(ctx, binding.input && sent.value);
    return outputAnswer(binding, exchange, output, sent.value);
  };
  const { log } = parts;
  const { status, body } =
    key === null ? await run(context) : await once({ key, binding, exchange, context, sent, log, run });
  if (body === "") parts.respond.empty(exchange, status);
  else parts.respond.json(exchange, status, body);
}

async function readInput(
  binding: Binding,
  { request, search }: Exchange,
  parameters: PathParameters,
  limitBytes: number,
): Promise<SentInput> {
  if (!binding.takesBody) return { value: { ...readQuery(search, binding.query), ...parameters }, bytes: NO_BYTES };
  const { value, bytes } = await readJson(request, limitBytes);
  return { value: { ...value, ...parameters }, bytes };
}

function requestContext(services: Services, exchange: Exchange, abortable: boolean): RequestContext {
  return {
    ...services,
    ...(exchange.admitted && { storage: exchange.admitted.storage }),
    actor: exchange.actor,
    ...(abortable && { signal: leaveSignal(exchange) }),
    setHeader: (name, value) => void exchange.headers.push(name, value),
  };
}

/** Aborted when the connection closes. */
function leaveSignal({ response }: Exchange): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => controller.abort());
  return controller.signal;
}

const NO_BYTES = Buffer.alloc(0);
/** What is not worth finishing for a caller who left. Under an idempotency key it is: they will ask again. */
const ABORTABLE: ReadonlySet<string> = new Set(["demo.ask", "recall.ask", "recall.recall"]);
