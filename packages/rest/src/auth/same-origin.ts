import type { Request } from "express";
import { HttpRefusal } from "../errors/http-refusal.ts";

/**
 * Throws 403 unless a page of this service sent the request. Browsers say where a request comes from in
 * `Sec-Fetch-Site`, or in `Origin` where that is missing (http on other hosts); no page can set either.
 */
export function requireSameOrigin({ headers }: Request, publicUrl: string): void {
  const site = headers["sec-fetch-site"];
  if (site !== undefined ? site === "same-origin" : isOwnOrigin(headers.origin, headers.host, publicUrl)) return;
  throw notFromHere();
}

export function notFromHere(): HttpRefusal {
  return new HttpRefusal(403, "Only a page of this service may ask for that.");
}

/** Without https the browser may use another host name than the configured one. */
export function isOwnOrigin(origin: string | undefined, host: string | undefined, publicUrl: string): boolean {
  if (origin === undefined) return false;
  if (origin === new URL(publicUrl).origin) return true;
  return !publicUrl.startsWith("https:") && host !== undefined && origin === `http://${host.toLowerCase()}`;
}
