import type { Exchange } from "../http/exchange.ts";
import type { Route } from "../routing/route-table.ts";

/** Other parts of the service live under these, whether they have routes of the table or not. */
const NEVER_PAGES = ["api", "assets", "auth", "metrics", "trpc"];

/** Names with a slash between them, none of which could be a file's. */
const PAGE_PATH = /^\/(?:[^/.]+(?:\/[^/.]+)*)?$/;

/**
 * Whether a browser goes to a place in the dashboard, at a path where nothing else is. Callers of the interface
 * do not ask for HTML: to them the path stays unknown. The dashboard itself says so when it knows no such page.
 */
export function createPageCheck(routes: readonly Route[]): (exchange: Exchange) => boolean {
  const taken = new Set([...NEVER_PAGES, ...routes.map(({ path }) => path.split("/")[1]!)]);
  return ({ path, request: { method, headers } }) => {
    if (method !== "GET" && method !== "HEAD") return false;
    if (!/\btext\/html\b/i.test(headers.accept ?? "")) return false;
    return PAGE_PATH.test(path) && !taken.has(path.split("/")[1]!);
  };
}
