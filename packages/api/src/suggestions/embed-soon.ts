import type { ServiceContext } from "../context.ts";
import { DomainError } from "../errors.ts";
import type { EmbedPriority } from "../ports/text-embedder.ts";

/** Embeds texts; null when the embedder is down, or busy for longer than a create waits for suggestions. */
export async function embedSoon(
  ctx: ServiceContext,
  texts: readonly string[],
  priority: EmbedPriority,
): Promise<Float32Array[] | null> {
  const { embedder, suggestionDeadlineMs } = ctx;
  const { userId } = ctx.actor;
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (embedder.status() !== "ready" || embedder.queueDelayMs(length, userId) > suggestionDeadlineMs) return null;
  try {
    return await embedder.embed(texts, { priority, userId, signal: AbortSignal.timeout(suggestionDeadlineMs) });
  } catch (error) {
    if (DomainError.is(error) || error instanceof DOMException) return null;
    throw error;
  }
}
