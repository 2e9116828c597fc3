import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { frameRoute } from "../../app/root-route.tsx";

export const homeRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/",
  component: lazyRouteComponent(() => import("./home-page.tsx"), "HomePage"),
});
