import type { Request } from "express";
import { HttpRefusal } from "../errors/http-refusal.ts";

/**
 * 403 unless a page of this service asks. Browsers tell where a request comes from in `Sec-Fetch-Site`, and
 * in `Origin` where that is missing (http on other hosts); no page can set either.
 */
export function requireSameOrigin({ headers }: Request, publicUrl: string): void {
  const site = headers["sec-fetch-site"];
  if (site !== undefined ? site === "same-origin" : isOwn(headers.origin, headers.host, publicUrl)) return;
  throw new HttpRefusal(403, "Only a page of this service may ask for that.");
}

/** Without https the address that the browser has may have another name than the settings give. */
function isOwn(origin: string | undefined, host: string | undefined, publicUrl: string): boolean {
  if (origin === undefined) return false;
  if (origin === new URL(publicUrl).origin) return true;
  return !publicUrl.startsWith("https:") && host !== undefined && origin === `http://${host.toLowerCase()}`;
}
