/** Names and values in turn. `no-transform` keeps proxies from compressing, `X-Accel-Buffering` from buffering. */
export const EVENT_STREAM_HEADERS: readonly string[] = [
  ["Content-Type", "text/event-stream; charset=utf-8"],
  ["Cache-Control", "no-store, no-transform"],
  ["X-Accel-Buffering", "no"],
].flat();

/** One message; JSON has no line breaks of its own. */
export function sseMessage(event: string, data: unknown, id?: string): string {
  const idLine = id === undefined ? "" : `id: ${id}\n`;
  return `${idLine}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
