import type { Exchange } from "../http/exchange.ts";
import type { Admission } from "./admission.ts";
import { callerOf } from "./caller-of.ts";
import type { Place } from "./room.ts";
import { SMALL_BODY_BYTES } from "./work.ts";

/** Takes a place for a body that can be large, before it is read: its sender may take long. */
export function admitBody(admission: Admission, exchange: Exchange): Promise<Place> {
  const length = exchange.request.headers["content-length"];
  const isSmall = length !== undefined && Number(length) <= SMALL_BODY_BYTES;
  return admission.enter(isSmall ? null : "upload", { userId: callerOf(exchange) });
}
