import type { ErrorComponentProps } from "@tanstack/react-router";
import { useEffect } from "react";
import { ErrorNotice } from "../kit/ui/states.tsx";
import { useServices } from "../kit/services.tsx";

/** Replaces a page that failed; the frame around it stays. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const { typing } = useServices();
  // The page's field will not appear, so stop holding keys for it.
  useEffect(() => typing.stop(), [typing]);
  return <ErrorNotice error={error} onRetry={reset} />;
}
