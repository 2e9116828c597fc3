import type { RequestContext, ServiceContext } from "@knote/api";
import { unauthorized } from "../errors/http-refusal.ts";
import type { Exchange } from "../http/exchange.ts";
import type { Place } from "../overload/room.ts";
import type { Binding } from "./bindings.ts";

/** What was sent to a procedure. */
export interface SentInput {
  readonly value: Record<string, unknown>;
  /** Bytes of the body; empty when none is taken. */
  readonly bytes: Buffer;
}

/** A call that is answered piece by piece. */
export interface StreamedCall {
  readonly binding: Binding;
  readonly exchange: Exchange;
  readonly context: RequestContext;
  /** As `binding.parse` returned it. */
  readonly input: unknown;
  /** To be stepped out of once no more than the reader is waited for. */
  readonly place: Place;
}

/** The context of a verb that needs to know who calls. */
export function requireActor(context: RequestContext): ServiceContext {
  const { actor } = context;
  if (actor === null) throw unauthorized(false);
  return { ...context, actor };
}
