import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { frameRoute } from "../../app/root-route.tsx";

export const quotaRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/quota",
  component: lazyRouteComponent(() => import("./quota-page.tsx"), "QuotaPage"),
});
