import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { frameRoute } from "../../app/root-route.tsx";

export const statisticsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/statistics",
  component: lazyRouteComponent(() => import("./statistics-page.tsx"), "StatisticsPage"),
});
