import { type RequestContext, scopeOf, type Services, workOf } from "@knote/api";
import { wantsEventStream } from "../http/accepts.ts";
import type { AddressLimit } from "../http/address-limit.ts";
import type { Exchange } from "../http/exchange.ts";
import { leaveSignal } from "../http/leave-signal.ts";
import { readJson } from "../http/read-json.ts";
import type { UserLimit } from "../http/user-limit.ts";
import type { Responder } from "../http/responder.ts";
import type { Logger } from "../options.ts";
import type { Admission } from "../overload/admission.ts";
import { admitBody } from "../overload/admission.ts";
import { answerWholeLists } from "./answer-whole-lists.ts";
import { callerOf } from "../overload/caller-of.ts";
import type { Place } from "../overload/room.ts";
import { answerEvents } from "./answer-events.ts";
import type { Endpoint, PathParameters } from "../routing/endpoint.ts";
import { type Binding, restBindings } from "./bindings.ts";
import type { SentInput } from "./call.ts";
import { idempotencyKey, once } from "./idempotency.ts";
import { outputAnswer } from "./output-answer.ts";
import { readQuery } from "./read-query.ts";

export interface BinderDeps {
  readonly services: Services;
  readonly respond: Responder;
  readonly log: Logger;
  readonly bodyLimitBytes: number;
  readonly admission: Admission;
  /** Limits calls per address and minute, for procedures with `limitedByAddress`. */
  readonly limitAddress: AddressLimit;
  /** Limits calls per user and minute, for procedures with `callsPerMinute`. */
  readonly limitUser: UserLimit;
}

/** Creates an endpoint for each procedure that has a REST path. */
export function procedureEndpoints(deps: BinderDeps): Endpoint[] {
  return restBindings().map((binding) => ({
    method: binding.method,
    path: binding.path,
    access: binding.meta.access === "public" ? "public" : "token",
    scope: scopeOf(binding.meta) ?? undefined,
    isDocumented: true,
    answer: (exchange, parameters) => admitAndAnswer(binding, exchange, parameters, deps),
  }));
}

/** Reads the input, then answers if there is room for the work. A slow sender takes no place for the work yet. */
async function admitAndAnswer(
  binding: Binding,
  exchange: Exchange,
  parameters: PathParameters,
  deps: BinderDeps,
): Promise<void> {
  const { admission } = deps;
  const userId = callerOf(exchange);
  admission.check(workOf(binding.meta, undefined), userId);
  const body = binding.takesBody ? await admitBody(admission, exchange) : null;
  try {
    const sentInput = await readInput(binding, exchange, parameters, deps.bodyLimitBytes);
    body?.markArrived();
    const hasLeft = () => exchange.response.destroyed;
    const place = await admission.enter(workOf(binding.meta, sentInput.value), { userId, hasLeft });
    try {
      await answer(binding, exchange, sentInput, { ...deps, place });
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
  sentInput: SentInput,
  deps: BinderDeps & { readonly place: Place },
): Promise<void> {
  const { place, respond, log } = deps;
  const {
    abortable,
    idempotent,
    events,
    wholeLists,
    limitedByAddress,
    callsPerMinute: perMinute,
    tooManyCalls: refusal,
  } = binding.meta;
  const key = idempotent ? idempotencyKey(exchange) : null;
  // Parsed first: an invalid body counts against no limit and claims no key.
  const input = binding.parse(sentInput.value);
  if (limitedByAddress) await deps.limitAddress(exchange.request.ip ?? "unknown", 1);
  if (perMinute !== undefined && exchange.actor !== null)
    await deps.limitUser({ procedure: binding.name, perMinute, userId: exchange.actor.userId, points: 1, refusal });
  const context = {
    ...requestContext(deps.services, exchange, abortable && key === null),
    place,
    ...(binding.meta.ifMatch && { ifMatch: exchange.request.headers["if-match"] }),
  };
  const call = { binding, exchange, context, input, place };
  if (events && wantsEventStream(exchange.request)) return await answerEvents(call, events, deps);
  if (wholeLists && sentInput.value["limit"] === undefined) return await answerWholeLists(call, wholeLists, respond);
  const run = async (ctx: RequestContext) =>
    outputAnswer(binding, exchange, await binding.run(ctx, input), sentInput.value);
  const { status, body } =
    key === null ? await run(context) : await once({ key, binding, exchange, context, sentInput, log, run });
  if (body === "") respond.empty(exchange, status);
  else respond.json(exchange, status, body);
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
    ...(exchange.grant && { storage: exchange.grant.storage }),
    actor: exchange.actor,
    ...(abortable && { signal: leaveSignal(exchange) }),
    setHeader: (name, value) => void exchange.headers.push(name, value),
  };
}

const NO_BYTES = Buffer.alloc(0);
