import { createRouter } from "@tanstack/react-router";
import { routeTree } from "./routes.ts";

export function createAppRouter() {
  return createRouter({
    routeTree,
    defaultPreload: "intent",
    defaultPendingMs: 300,
    scrollRestoration: true,
    scrollToTopSelectors: ["#page"],
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
