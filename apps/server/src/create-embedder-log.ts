import type { TextEmbedder } from "@knote/api";
import type { Logger } from "pino";

type EmbedderStatus = ReturnType<TextEmbedder["status"]>;

const MEANINGS: Readonly<Record<EmbedderStatus, string>> = {
  ready: "the embedder is ready",
  loading: "the embedder is restarting",
  down: "the embedder is down: notes are found by their words alone",
};

/** Logs each status of the embedder with what it means for the service. */
export function createEmbedderLog(log: Logger): (status: EmbedderStatus, reason?: string) => void {
  return (status, reason) => log[status === "ready" ? "info" : "warn"]({ reason }, MEANINGS[status]);
}
