import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { frameRoute } from "../../app/root-route.tsx";

export const noteRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/notes/$id",
  validateSearch: ({ tab }: Record<string, unknown>): { readonly tab?: "around" | "history" | undefined } =>
    tab === "around" || tab === "history" ? { tab } : {},
  component: lazyRouteComponent(() => import("./note-page.tsx"), "NotePage"),
});
