import type { Exchange } from "../http/exchange.ts";
import type { Admission } from "./admission.ts";
import { callerOf } from "./caller-of.ts";
import { SMALL_BODY_BYTES } from "./work.ts";

export interface BodyPlace {
  /** All of it is there: a small body needs its place no more. */
  arrived(): void;
  leave(): void;
}

/** Takes a place for a body before it is read: its sender may take long. A large one has its place until the end. */
export async function admitBody(admission: Admission, exchange: Exchange): Promise<BodyPlace> {
  const length = exchange.request.headers["content-length"];
  const isSmall = length !== undefined && Number(length) <= SMALL_BODY_BYTES;
  const { leave } = await admission.enter(isSmall ? "body" : "upload", { userId: callerOf(exchange) });
  return { leave, arrived: isSmall ? leave : () => {} };
}
