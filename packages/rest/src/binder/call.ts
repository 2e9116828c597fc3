import type { RequestContext, ServiceContext } from "@knote/api";
import { unauthorizedRefusal } from "../errors/http-refusal.ts";
import type { Exchange } from "../http/exchange.ts";
import type { Place } from "../overload/room.ts";
import type { Binding } from "./bindings.ts";

/** The input of a procedure as sent. */
export interface SentInput {
  readonly value: Record<string, unknown>;
  /** The raw body; empty for a request without one. */
  readonly bytes: Buffer;
}

/** A call whose response is streamed. */
export interface StreamedCall {
  readonly binding: Binding;
  readonly exchange: Exchange;
  readonly context: RequestContext;
  /** The result of `binding.parse`. */
  readonly input: unknown;
  /** Step out of it when only the client's reading is left: that frees the place. */
  readonly place: Place;
}

/** Narrows the context to one with an actor; throws 401 without one. */
export function requireActor(context: RequestContext): ServiceContext {
  const { actor } = context;
  if (actor === null) throw unauthorizedRefusal(false);
  return { ...context, actor };
}
