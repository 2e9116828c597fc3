import { createRootRoute, createRoute, Outlet } from "@tanstack/react-router";
import { Frame } from "./shell/frame/frame.tsx";
import { PageChange } from "./shell/frame/page-change.tsx";
import { NotFound } from "./not-found.tsx";
import { PageFailed } from "./page-failed.tsx";

export const rootRoute = createRootRoute({
  component: Root,
  errorComponent: PageFailed,
  notFoundComponent: NotFound,
});

function Root() {
  return (
    <>
      <Outlet />
      <PageChange />
    </>
  );
}

/** Parent of the pages inside the frame, which need a signed-in user. */
export const frameRoute = createRoute({
  id: "frame",
  getParentRoute: () => rootRoute,
  component: Frame,
  validateSearch: ({
    beside,
    passage,
  }: Record<string, unknown>): { readonly beside?: string | undefined; readonly passage?: string | undefined } => ({
    ...(typeof beside === "string" && { beside }),
    ...(typeof passage === "string" && { passage }),
  }),
});
