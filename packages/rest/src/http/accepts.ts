import type { Request } from "express";

/** Returns whether the client accepts gzip, and does not prefer the plain body. */
export function acceptsGzip(request: Request): boolean {
  const header = request.headers["accept-encoding"];
  return header !== undefined && request.acceptsEncodings("gzip", "identity") === "gzip";
}

/** Returns whether the client prefers an event stream to one JSON body. */
export function wantsEventStream(request: Request): boolean {
  const header = request.headers.accept;
  if (header === undefined || !/text\//i.test(header)) return false;
  return request.accepts("application/json", "text/event-stream") === "text/event-stream";
}
