import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { frameRoute } from "../../app/root-route.tsx";

export const settingsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/settings",
  component: lazyRouteComponent(() => import("./settings-page.tsx"), "SettingsPage"),
});
