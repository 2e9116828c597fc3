import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { frameRoute } from "../../app/root-route.tsx";

export const editNoteRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/notes/$id/edit",
  staticData: { focusesField: () => true },
  component: lazyRouteComponent(() => import("./edit-note-page.tsx"), "EditNotePage"),
});
