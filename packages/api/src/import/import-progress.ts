import type { ImportCounts, ImportResult, ImportStatus } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { timestamp } from "../time.ts";

const LEAST_MS = 1_000;
/** Pause between two events, as a share of the import's duration: hours of import must not fill the replay. */
const SHARE = 0.1;

const COUNTED_AS = {
  created: "created",
  exists: "exists",
  linked: "linked",
  error: "failed",
} as const satisfies Record<ImportStatus, keyof ImportCounts>;

/** Counts the results of lines and reports the counts as activity now and then, instead of an event for each note. */
export function createImportProgress(ctx: ServiceContext) {
  const counts: ImportCounts = { created: 0, exists: 0, linked: 0, failed: 0 };
  const startedAt = ctx.clock.now();
  let reportedAt = startedAt;
  let hasUnreported = false;

  async function report(): Promise<void> {
    hasUnreported = false;
    reportedAt = ctx.clock.now();
    const event = { type: "import_progress" as const, data: { ...counts }, timestamp: timestamp(ctx) };
    await ctx.storage.activity.append(ctx.actor.userId, [event]);
  }

  return {
    counts: (): ImportCounts => ({ ...counts }),
    async add(results: readonly ImportResult[]): Promise<void> {
      for (const { status } of results) counts[COUNTED_AS[status]]++;
      hasUnreported ||= results.length > 0;
      const now = ctx.clock.now();
      if (hasUnreported && now - reportedAt >= Math.max(LEAST_MS, (now - startedAt) * SHARE)) await report();
    },
    /** Reports counts that have not been reported yet. */
    async end(): Promise<void> {
      if (hasUnreported) await report();
    },
  };
}
