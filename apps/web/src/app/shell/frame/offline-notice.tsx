import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useServices } from "../../../kit/services.tsx";
import { Button } from "../../../kit/ui/button.tsx";

/** Says that the server does not answer; it is retried automatically and by the button. */
export function OfflineNotice() {
  const { reachability } = useServices();
  const reachable = useSyncExternalStore(reachability.subscribe, () => reachability.reachable);
  return (
    <div role="status">
      {!reachable && (
        <div className="flex items-center justify-center gap-3 border-b border-line bg-hover px-4 py-1.5 text-sm">
          <WifiOff size={15} aria-hidden className="shrink-0" />
          Knote cannot be reached. What you see may be out of date; the rest loads when Knote answers again.
          <Button small onClick={() => void reachability.probe()}>
            Try now
          </Button>
        </div>
      )}
    </div>
  );
}
