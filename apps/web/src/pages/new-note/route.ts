import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { frameRoute } from "../../app/root-route.tsx";
import type { DraftPlace } from "./draft-place.ts";

export const newNoteRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/notes/new",
  validateSearch: ({ title, draft }: Record<string, unknown>): DraftPlace => ({
    ...(typeof title === "string" && { title }),
    ...(typeof draft === "string" && { draft }),
  }),
  staticData: { focusesField: () => true },
  component: lazyRouteComponent(() => import("./new-note-page.tsx"), "NewNotePage"),
});
