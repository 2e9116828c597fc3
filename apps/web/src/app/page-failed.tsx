import type { ErrorComponentProps } from "@tanstack/react-router";
import { useEffect } from "react";
import { ErrorNotice } from "../kit/ui/states.tsx";
import { useServices } from "../kit/services.tsx";

/** In the place of a page that failed; the frame around it stays. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const { typing } = useServices();
  // No field of the page will come.
  useEffect(() => typing.stop(), [typing]);
  return <ErrorNotice error={error} onRetry={reset} />;
}
