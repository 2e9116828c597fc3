import type { Pool } from "undici";
import type { BenchServer } from "../bench/server-process.ts";

const EVERY_MS = 500;

/** An observer of health and memory during the overload. */
export interface Watch {
  /** Stops observing and returns the figures. */
  end(): Promise<{ readonly maxRssMiB: number; readonly healthFaults: readonly string[]; readonly healthMs: number[] }>;
}

/** Checks health and memory twice a second. */
export function watch(server: BenchServer, pool: Pool): Watch {
  const healthFaults: string[] = [];
  const healthMs: number[] = [];
  let maxRssMiB = server.rssMiB();
  let hasEnded = false;
  const looking = look();

  async function look(): Promise<void> {
    while (!hasEnded) {
      const startTime = performance.now();
      maxRssMiB = Math.max(maxRssMiB, server.rssMiB());
      const fault = await health(pool);
      if (fault !== null) healthFaults.push(fault);
      healthMs.push(performance.now() - startTime);
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }

  return {
    async end() {
      hasEnded = true;
      await looking;
      return { maxRssMiB, healthFaults, healthMs };
    },
  };
}

async function health(pool: Pool): Promise<string | null> {
  try {
    const { statusCode, body } = await pool.request({ method: "GET", path: "/health" });
    const text = await body.text();
    return statusCode === 200 ? null : `/health answered ${statusCode}: ${text}`;
  } catch (error) {
    return `/health: ${String(error)}`;
  }
}
