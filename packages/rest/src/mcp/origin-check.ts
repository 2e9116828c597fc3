import type { Request } from "express";
import { isOwnOrigin, notFromHere } from "../auth/same-origin.ts";

/** Returns a check that throws 403 for pages of other sites: ours may call, and those of the settings. */
export function createOriginCheck(publicUrl: string, corsOrigins: readonly string[]): (request: Request) => void {
  return ({ headers: { origin, host } }) => {
    // Programs send no origin; browsers always do for a POST.
    if (origin === undefined || corsOrigins.includes(origin) || isOwnOrigin(origin, host, publicUrl)) return;
    throw notFromHere();
  };
}
