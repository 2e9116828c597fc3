import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { frameRoute } from "../../app/root-route.tsx";

export const askRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/ask",
  validateSearch: (search: Record<string, unknown>): { readonly q?: string | undefined } =>
    typeof search["q"] === "string" ? { q: search["q"] } : {},
  staticData: { focusesField: (search) => !("q" in search) },
  component: lazyRouteComponent(() => import("./ask-page.tsx"), "AskPage"),
});
