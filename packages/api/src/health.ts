import type { Health } from "@knote/contract";
import { Health as HealthSchema } from "@knote/contract";
import type { StorageTrouble } from "./ports/storage.ts";
import type { RequestContext, Services } from "./context.ts";
import { procedure, router } from "./trpc.ts";
import { EXAMPLE_HEALTH } from "./examples.ts";

/** A dependency that does not answer within this time counts as down. */
const CHECK_TIMEOUT_MS = 900;
/** The timeout runs in steps, so that an answer is read before it expires when this process itself was blocked. */
const STEPS = 3;

/** Whether each part of the service is up. */
export type ComponentStatus = Readonly<Record<"storage" | "search" | "models" | "activity" | "indexes", boolean>>;

/**
 * Returns the health of the service within a second, even when a dependency hangs. The header `X-Degraded` names all
 * parts that are down; it is needed for the activity log, which has no check in the agreed body. Reasons that the
 * storage knows are in `X-Degraded-Reason`.
 */
export async function health(services: Services & Pick<RequestContext, "setHeader">): Promise<Health> {
  const { clock, version, startedAt, setHeader } = services;
  const [parts, pending] = await Promise.all([checkComponents(services), pendingNotes(services)]);
  const away = Object.entries(parts).flatMap(([part, isUp]) => (isUp ? [] : [part]));
  if (away.length > 0) setHeader?.("X-Degraded", away.join(", "));
  const reasons = services.storage.troubles?.() ?? [];
  if (reasons.length > 0) setHeader?.("X-Degraded-Reason", reasons.map(({ reason }) => reason).join("; "));
  return {
    status: !parts.storage ? "down" : away.length === 0 ? "ok" : "degraded",
    version,
    uptime_seconds: Math.max(0, Math.round((clock.now() - startedAt) / 1000)),
    checks: { storage: check(parts.storage), search: check(parts.search), models: check(parts.models) },
    pending,
  };
}

/**
 * Checks each part. Checks the configured embedder, not an earlier one that answers until the vectors of the
 * configured one are ready; the number of due notes shows that.
 */
export async function checkComponents({
  storage,
  configuredEmbedder: embedder,
  models,
}: Services): Promise<ComponentStatus> {
  const [documents, search, activity] = await Promise.all([
    isAnswering(storage.checkDocuments()),
    isAnswering(storage.checkSearch()),
    isAnswering(storage.checkActivity?.() ?? Promise.resolve()),
  ]);
  const modelsUp =
    embedder.status() !== "down" && models.default.status() === "ready" && models.capable.status() === "ready";
  const worse = new Set(storage.troubles?.().map(({ part }) => part));
  const isWell = (part: StorageTrouble["part"]) => !worse.has(part);
  return {
    storage: documents,
    search,
    models: modelsUp,
    activity: activity && isWell("activity"),
    indexes: isWell("indexes"),
  };
}

/**
 * Returns how many notes are still to be indexed for the configured embedder; at least 1 while an earlier embedder
 * answers, as it may lack the newest notes and is replaced a moment after the last one. 0 when the count fails.
 */
export async function pendingNotes({ storage, embedder, configuredEmbedder }: Services): Promise<number> {
  const least = embedder.model === configuredEmbedder.model ? 0 : 1;
  const { vectors } = storage;
  const { model } = configuredEmbedder;
  return await within(vectors.recentPending?.(model) ?? vectors.pending(model)).then(
    (pending) => Math.max(least, pending),
    () => 0,
  );
}

export const healthRouter = router({
  check: procedure({
    access: "public",
    work: "always",
    abortable: false,
    errors: [],
    isDown: ({ status }: Health) => status === "down",
    headers: ["X-Degraded", "X-Degraded-Reason"],
    openapi: {
      method: "GET",
      path: "/health",
      tags: ["Operations"],
      summary: "Whether the service is up",
      example: { response: EXAMPLE_HEALTH },
    },
  })
    .output(HealthSchema)
    .query(({ ctx }) => health(ctx)),
});

function check(up: boolean): "ok" | "down" {
  return up ? "ok" : "down";
}

function isAnswering(checking: Promise<void>): Promise<boolean> {
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
