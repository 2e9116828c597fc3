import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildDashboard, isDashboardBuilt } from "../../../../tooling/bootstrap/dashboard.mjs";
import { withLock } from "../../../../tooling/bootstrap/lock.mjs";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url)).replace(/[/\\]$/, "");

/** Builds the dashboard from its present sources, for the server to serve. */
export async function setup(): Promise<void> {
  if (isDashboardBuilt(ROOT)) return;
  await withLock(join(ROOT, ".knote"), async (lock) => {
    if (!isDashboardBuilt(ROOT)) await buildDashboard(ROOT, process.execPath, lock);
  });
}
