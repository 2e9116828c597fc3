import type { Exchange } from "../http/exchange.ts";
import type { Route } from "../routing/route-table.ts";

/** First segments of other parts of the service, even if the table has no route there. */
const NEVER_PAGES = ["api", "assets", "auth", "metrics", "trpc"];

/** Segments without a dot, so that no file name matches. */
const PAGE_PATH = /^\/(?:[^/.]+(?:\/[^/.]+)*)?$/;

/**
 * Returns a check for navigations to the dashboard: a browser asks for HTML at a path that no route uses. API clients
 * do not ask for HTML and get 404. For a page that does not exist, the dashboard itself says so.
 */
export function createPageCheck(routes: readonly Route[]): (exchange: Exchange) => boolean {
  const takenSegments = new Set([...NEVER_PAGES, ...routes.map(({ path }) => path.split("/")[1]!)]);
  return ({ path, request: { method, headers } }) => {
    if (method !== "GET" && method !== "HEAD") return false;
    if (!/\btext\/html\b/i.test(headers.accept ?? "")) return false;
    return PAGE_PATH.test(path) && !takenSegments.has(path.split("/")[1]!);
  };
}
