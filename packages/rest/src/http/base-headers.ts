import type { RawHeaders } from "../raw-headers.ts";

/** No response may run, load or be framed; our own pages set another policy. */
const POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Headers of every response. */
export function baseHeaders(publicUrl: string): RawHeaders {
  const headers = [
    ["X-Content-Type-Options", "nosniff"],
    ["Content-Security-Policy", POLICY],
    ["X-Frame-Options", "DENY"],
    ["Referrer-Policy", "no-referrer"],
    ["Cross-Origin-Resource-Policy", "same-origin"],
  ];
  if (publicUrl.startsWith("https:")) headers.push(["Strict-Transport-Security", "max-age=15552000"]);
  return headers.flat();
}
