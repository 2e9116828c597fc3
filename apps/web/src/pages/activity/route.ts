import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { frameRoute } from "../../app/root-route.tsx";
import { EVENT_KINDS, type EventKind } from "./event-kinds.ts";

export const activityRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/activity",
  validateSearch: (search: Record<string, unknown>): { readonly kind?: EventKind | undefined } => {
    const kind = EVENT_KINDS.find((known) => known.kind === search["kind"])?.kind;
    return kind ? { kind } : {};
  },
  component: lazyRouteComponent(() => import("./activity-page.tsx"), "ActivityPage"),
});
