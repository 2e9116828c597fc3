import { relative, sep } from "node:path";
import type { Clock } from "@knote/sync";
import type { Service } from "@knote/formats";
import type { Bells } from "./watch-folder.ts";

const RECONNECT_MS = 5_000;
/** Events that say nothing about notes. */
const OTHER_EVENTS = new Set(["connected", "ping", "recall_query", "model_used", "quota_warning"]);
const EVENT_LINE = /^event: ?(.*)$/;
const MARKDOWN = /\.(?:md|markdown)$/i;

/** Rings when files of a folder change. Resolves, once all are watched, with how to end that. */
export async function listenToFiles(
  root: string,
  ring: Bells["onFile"],
  warn: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const pathOf = (path: string) => relative(root, path).split(sep).join("/");
  const { watch } = await import("chokidar");
  const watcher = watch(root, {
    ignored: (path, stats) => /(?:^|\/)\../.test(pathOf(path)) || (stats?.isFile() === true && !MARKDOWN.test(path)),
    ignoreInitial: true,
    followSymlinks: false,
    ignorePermissionErrors: true,
  });
  watcher.on("error", warn);
  watcher.on("all", (_event, path) => ring(pathOf(path)));
  await new Promise<void>((resolve) => void watcher.once("ready", resolve));
  return () => watcher.close();
}

/** Rings when notes of the service change, and after each gap in its stream. Ends with the signal. */
export async function listenToService(
  client: Service,
  ring: Bells["onServer"],
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    try {
      const { ok, body } = await client.send("/api/activity/stream?events=all", { signal });
      if (ok && body) {
        ring();
        for await (const name of eventNames(body)) if (!OTHER_EVENTS.has(name)) ring();
      } else await body?.cancel();
    } catch {
      // The stream is a bell only: each look says by itself whether the service is there.
    }
    if (!signal.aborted) await clock.wait(RECONNECT_MS);
  }
}

async function* eventNames(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let line = "";
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const lines = (line + text).split("\n");
    line = lines.pop()!;
    for (const one of lines) {
      const name = EVENT_LINE.exec(one)?.[1];
      if (name !== undefined) yield name;
    }
  }
}
