import type { Exchange } from "../http/exchange.ts";
import type { Admission } from "./admission.ts";
import { callerOf } from "./caller-of.ts";
import { SMALL_BODY_BYTES } from "./work.ts";

export interface BodyPlace {
  /** Call it when the body has arrived: a small body gives its place back. */
  markArrived(): void;
  leave(): void;
}

/** Takes a place for a body before it is read: its sender can be slow. A large body keeps its place until the end. */
export async function admitBody(admission: Admission, exchange: Exchange): Promise<BodyPlace> {
  const length = exchange.request.headers["content-length"];
  const isSmall = length !== undefined && Number(length) <= SMALL_BODY_BYTES;
  const { leave } = await admission.enter(isSmall ? "body" : "upload", { userId: callerOf(exchange) });
  return { leave, markArrived: isSmall ? leave : () => {} };
}
