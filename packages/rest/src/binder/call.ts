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

/** Answers in its own way, or false to let the procedure be called as usual. */
export type SpecialAnswer = (call: {
  readonly binding: Binding;
  readonly exchange: Exchange;
  readonly context: RequestContext;
  readonly input: Record<string, unknown>;
  /** To be stepped out of once no more than its reader is waited for. */
  readonly place: Place;
}) => Promise<boolean>;

/** The context of a verb that needs to know who calls. */
export function requireActor(context: RequestContext): ServiceContext {
  const { actor } = context;
  if (actor === null) throw unauthorized(false);
  return { ...context, actor };
}
