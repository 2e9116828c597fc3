import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { frameRoute } from "../../app/root-route.tsx";
import { graphSearch } from "./graph-search.ts";

export const graphRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/graph",
  validateSearch: graphSearch,
  component: lazyRouteComponent(() => import("./graph-page.tsx"), "GraphPage"),
});
