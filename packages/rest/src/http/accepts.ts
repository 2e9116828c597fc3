import type { Request } from "express";

/** Whether the client asks for the body as gzip, and does not like it better plain. */
export function acceptsGzip(request: Request): boolean {
  const header = request.headers["accept-encoding"];
  return header !== undefined && request.acceptsEncodings("gzip", "identity") === "gzip";
}

/** Whether the client wants events rather than one JSON body. */
export function wantsEventStream(request: Request): boolean {
  const header = request.headers.accept;
  if (header === undefined || !/text\//i.test(header)) return false;
  return request.accepts("application/json", "text/event-stream") === "text/event-stream";
}
