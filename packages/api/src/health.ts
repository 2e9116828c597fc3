import type { Health } from "@knote/contract";
import { Health as HealthSchema } from "@knote/contract";
import type { Services } from "./context.ts";
import { publicProcedure, router } from "./trpc.ts";

/** A dependency that does not answer within this is down. */
const CHECK_TIMEOUT_MS = 900;
/** Counted in steps: when we were held up ourselves, the answer gets its turn before its time is over. */
const STEPS = 3;

/**
 * How the service is, without ever waiting on a dead dependency for a second. It is judged by the configured
 * embedder: an earlier one only answers until the configured one's vectors are there, and `pending` tells of that.
 */
export async function health(services: Services): Promise<Health> {
  const { storage, configuredEmbedder: embedder, models, clock, version, startedAt } = services;
  const [documents, search, pending] = await Promise.all([
    answers(storage.checkDocuments()),
    answers(storage.checkSearch()),
    within(storage.vectors.pending(embedder.model)).catch(() => 0),
  ]);
  const modelsUp =
    embedder.status() !== "down" && models.default.status() === "ready" && models.capable.status() === "ready";
  return {
    status: !documents ? "down" : search && modelsUp ? "ok" : "degraded",
    version,
    uptime_seconds: Math.max(0, Math.round((clock.now() - startedAt) / 1000)),
    checks: { storage: check(documents), search: check(search), models: check(modelsUp) },
    pending,
  };
}

export const healthRouter = router({
  check: publicProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/health",
        tags: ["Operations"],
        summary: "Whether the service is up",
        protect: false,
      },
    })
    .output(HealthSchema)
    .query(({ ctx }) => health(ctx)),
});

function check(up: boolean): "ok" | "down" {
  return up ? "ok" : "down";
}

function answers(checking: Promise<void>): Promise<boolean> {
  return within(checking).then(
    () => true,
    () => false,
  );
}

async function within<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const wait = (steps: number): void => {
      if (steps === 0) reject(new Error(`No answer within ${CHECK_TIMEOUT_MS} ms.`));
      else timer = setTimeout(wait, CHECK_TIMEOUT_MS / STEPS, steps - 1);
    };
    wait(STEPS);
  });
  return await Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
