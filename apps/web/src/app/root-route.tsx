import { Outlet, createRootRoute, createRoute, type ErrorComponentProps } from "@tanstack/react-router";
import { Frame } from "./shell/frame/frame.tsx";
import { PageChange } from "./shell/frame/page-change.tsx";
import { NotFound } from "./not-found.tsx";
import { useEffect } from "react";
import { ErrorNotice } from "../kit/ui/states.tsx";
import { useServices } from "../kit/services.tsx";

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

/** Replaces a page that failed; the frame around it stays. */
function PageFailed({ error, reset }: ErrorComponentProps) {
  const { typing } = useServices();
  // The page's field will not appear, so stop holding keys for it.
  useEffect(() => typing.stop(), [typing]);
  return <ErrorNotice error={error} onRetry={reset} />;
}
