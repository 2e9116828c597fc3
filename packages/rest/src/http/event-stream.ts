import type { RawHeaders } from "../raw-headers.ts";

/** `no-transform` keeps proxies from compressing, `X-Accel-Buffering` from buffering. */
export const EVENT_STREAM_HEADERS: RawHeaders = [
  ["Content-Type", "text/event-stream; charset=utf-8"],
  ["Cache-Control", "no-store, no-transform"],
  ["X-Accel-Buffering", "no"],
].flat();

/** Returns one message. Its data fits one line, because `JSON.stringify` writes no line breaks. */
export function sseMessage(event: string, data: unknown, id?: string): string {
  const idLine = id === undefined ? "" : `id: ${id}\n`;
  return `${idLine}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
