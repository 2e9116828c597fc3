import {
  Outlet,
  createRootRoute,
  createRoute,
  type ErrorComponentProps,
  retainSearchParams,
} from "@tanstack/react-router";
import { Frame } from "./shell/frame/frame.tsx";
import { PageChange } from "./shell/frame/page-change.tsx";
import { NotFound } from "./not-found.tsx";
import { useEffect } from "react";
import { ErrorNotice } from "../kit/ui/states.tsx";
import { useServices } from "../kit/services.tsx";
import { readAsOf } from "../remote/past/as-of.ts";

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

/** What the address says about every page. */
interface FrameSearch {
  readonly beside?: string | undefined;
  readonly passage?: string | undefined;
  /** The time of the past that is shown; absent in the present. */
  readonly as_of?: string | undefined;
}

/** Parent of the pages inside the frame, which need a signed-in user. */
export const frameRoute = createRoute({
  id: "frame",
  getParentRoute: () => rootRoute,
  component: Frame,
  validateSearch: readFrameSearch,
  // The dashboard stays in the past until the user goes back to now.
  search: { middlewares: [retainSearchParams(["as_of"])] },
});

function readFrameSearch({ beside, passage, as_of }: Record<string, unknown>): FrameSearch {
  return {
    ...(typeof beside === "string" && { beside }),
    ...(typeof passage === "string" && { passage }),
    // A value that is no time of the past must not pass through.
    ...(as_of !== undefined && { as_of: readAsOf(as_of, Date.now()) }),
  };
}

/** Replaces a page that failed; the frame around it stays. */
function PageFailed({ error, reset }: ErrorComponentProps) {
  const { typing } = useServices();
  // The page's field will not appear, so stop holding keys for it.
  useEffect(() => typing.stop(), [typing]);
  return <ErrorNotice error={error} onRetry={reset} />;
}
