import type { ReactNode } from "react";
import { problemOf } from "../errors.ts";
import { Button } from "./button.tsx";

/** Placeholder rows while loading. The stylesheet hides them for the first 300 ms. */
export function SkeletonRows({ count = 6, height = 56 }: { readonly count?: number; readonly height?: number }) {
  return (
    <div aria-hidden className="flex flex-col gap-2">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="skeleton" style={{ height: height - 8 }} />
      ))}
    </div>
  );
}

/** Explains what a place is for while it is empty. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center gap-2 px-4 py-16 text-center">
      {icon && <div className="mb-1 text-muted">{icon}</div>}
      <p className="font-medium">{title}</p>
      {children && <div className="text-muted">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}

/** Shows the problem, the request id to quote, and a button to try again. */
export function ErrorNotice({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const { message, requestId } = problemOf(error);
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-2 px-4 py-12 text-center">
      <p className="font-medium">{message}</p>
      {requestId && (
        <p className="text-sm text-muted">
          Request <code className="font-mono text-xs select-all">{requestId}</code>
        </p>
      )}
      {onRetry && (
        <div className="mt-3">
          <Button onClick={onRetry}>Try again</Button>
        </div>
      )}
    </div>
  );
}
