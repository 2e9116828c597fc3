import type { ErrorComponentProps } from "@tanstack/react-router";
import { ErrorNotice } from "../ui/states.tsx";

/** In the place of a page that failed; the frame around it stays. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  return <ErrorNotice error={error} onRetry={reset} />;
}
