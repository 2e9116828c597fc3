import { useSyncExternalStore } from "react";
import { useServices } from "../../../kit/services.tsx";
import { Button } from "../../../kit/ui/button.tsx";

/** Explains why parts of the page fail to load. Drafts survive the reload. */
export function NewerVersionNotice() {
  const { newerVersion } = useServices();
  const isAvailable = useSyncExternalStore(newerVersion.subscribe, () => newerVersion.isAvailable);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-3 z-50 flex justify-center px-4">
      {isAvailable && (
        <div className="pointer-events-auto flex animate-appear items-center gap-3 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-3.5 shadow-raised">
          A newer version of Knote is available.
          <Button small look="primary" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </div>
      )}
    </div>
  );
}
