import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { frameRoute } from "../../app/root-route.tsx";
import { readNotesSearch } from "./notes-search.ts";

export const notesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/notes",
  validateSearch: readNotesSearch,
  component: lazyRouteComponent(() => import("./notes-page.tsx"), "NotesPage"),
});
