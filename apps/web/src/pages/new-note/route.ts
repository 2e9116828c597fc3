import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { frameRoute } from "../../app/root-route.tsx";

export const newNoteRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/notes/new",
  validateSearch: (search: Record<string, unknown>): { readonly title?: string | undefined } =>
    typeof search["title"] === "string" ? { title: search["title"] } : {},
  staticData: { focusesField: () => true },
  component: lazyRouteComponent(() => import("./new-note-page.tsx"), "NewNotePage"),
});
