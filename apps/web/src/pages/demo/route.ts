import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../app/root-route.tsx";

interface DemoSearch {
  readonly q?: string | undefined;
  /** The note that is open. */
  readonly note?: string | undefined;
}

export const demoRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/demo",
  validateSearch: (search: Record<string, unknown>): DemoSearch => ({
    q: typeof search["q"] === "string" ? search["q"] : undefined,
    note: typeof search["note"] === "string" ? search["note"] : undefined,
  }),
  component: lazyRouteComponent(() => import("./demo-page.tsx"), "DemoPage"),
});
