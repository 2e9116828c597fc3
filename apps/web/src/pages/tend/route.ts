import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { frameRoute } from "../../app/root-route.tsx";
import { KINDS, type Kind } from "./cards.ts";

export const tendRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/tend",
  validateSearch: (search: Record<string, unknown>): { readonly kind?: Kind | undefined } => {
    const kind = KINDS.find((known) => known === search["kind"]);
    return kind ? { kind } : {};
  },
  component: lazyRouteComponent(() => import("./tend-page.tsx"), "TendPage"),
});
