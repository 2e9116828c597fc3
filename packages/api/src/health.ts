import type { Health } from "@knote/contract";
import { Health as HealthSchema } from "@knote/contract";
import type { StorageTrouble } from "./ports/storage.ts";
import type { RequestContext, Services } from "./context.ts";
import { procedure, router } from "./trpc.ts";

/** A dependency that does not answer within this is down. */
const CHECK_TIMEOUT_MS = 900;
/** Counted in steps: when we were held up ourselves, the answer gets its turn before its time is over. */
const STEPS = 3;

/** Which parts of the service are up. */
export type Parts = Readonly<Record<"storage" | "search" | "models" | "activity" | "indexes", boolean>>;

/**
 * How the service is, without ever waiting on a dead dependency for a second. What is down is also named in the
 * header `X-Degraded`: the activity log has no check of its own in the body, which is as it was agreed. Why, where the
 * storage knows, is in `X-Degraded-Reason`.
 */
export async function health(services: Services & Pick<RequestContext, "setHeader">): Promise<Health> {
  const { clock, version, startedAt, setHeader } = services;
  const [parts, pending] = await Promise.all([checkParts(services), pendingNotes(services)]);
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
 * Judged by the configured embedder: an earlier one only answers until the configured one's vectors are there,
 * and the notes that are due tell of that.
 */
export async function checkParts({ storage, configuredEmbedder: embedder, models }: Services): Promise<Parts> {
  const [documents, search, activity] = await Promise.all([
    answers(storage.checkDocuments()),
    answers(storage.checkSearch()),
    answers(storage.checkActivity?.() ?? Promise.resolve()),
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
 * Notes still to be indexed for the configured embedder, and never 0 while an earlier one answers: with the last of them
 * it takes its place a moment later, and the earlier one may not know the newest notes. 0 when nobody can tell.
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
