import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useServices } from "../../kit/services.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { useTRPC } from "../../remote/trpc.ts";

const KEY = "multilingual embedder";

/** Proposes the multilingual embedder where most notes are in languages that the present one does not know. */
export function LanguageHint() {
  const trpc = useTRPC();
  const { dismissals } = useServices();
  const isDismissed = useSyncExternalStore(dismissals.subscribe, () => dismissals.keys.has(KEY));
  const { data } = useQuery({ ...trpc.tend.embedder.queryOptions(), enabled: !isDismissed, staleTime: Infinity });
  if (isDismissed || !data?.isMultilingualBetter) return null;
  return (
    <aside
      aria-label="Languages"
      className="mt-8 flex flex-wrap items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3 text-sm"
    >
      <p className="min-w-52 flex-1">
        Most of your notes are not in English, the only language that Knote now understands by meaning. With{" "}
        <code>EMBEDDING_MODEL=built-in-multilingual</code> in the settings of the server, it understands about a
        hundred.
      </p>
      <Button small look="ghost" onClick={() => dismissals.add(KEY)}>
        Dismiss
      </Button>
    </aside>
  );
}
