import type { ImportState } from "../../features/transfer/imports.ts";
import { useServices } from "../../kit/services.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { ProgressBar } from "../../kit/ui/progress-bar.tsx";

const number = new Intl.NumberFormat("en");

const WORDS = {
  reading: { title: "Reading", of: "files read", stop: "Cancel" },
  sending: { title: "Importing", of: "lines stored", stop: "Stop" },
  undoing: { title: "Undoing", of: "notes looked at", stop: null },
} as const;

/** The progress of what is under way. */
export function RunningView({
  state,
}: {
  readonly state: ImportState & { readonly step: "reading" | "sending" | "undoing" };
}) {
  const { imports } = useServices();
  const { step, doneCount, total, stop } = state;
  const words = WORDS[step];
  const name = "job" in state ? ` ${state.job.settings.source}` : "";
  const end = (): void => {
    stop.abort();
    // What was sent stays; an import that stops says so itself.
    if (step === "reading") imports.set({ step: "none" });
  };
  return (
    <section aria-label={words.title} className="mt-4">
      <p className="mb-3 font-medium">
        {words.title}
        {name} …
      </p>
      <ProgressBar label={words.title} value={doneCount} max={total} className="h-1.5" />
      <div className="mt-3 flex items-center gap-3">
        <p className="mr-auto text-sm text-muted tabular-nums">
          {number.format(doneCount)} of {number.format(total)} {words.of}
        </p>
        {words.stop && (
          <Button small disabled={stop.signal.aborted} onClick={end}>
            {words.stop}
          </Button>
        )}
      </div>
      {step === "sending" && (
        <p className="mt-4 text-sm text-muted">You can go on working: the import continues on other pages.</p>
      )}
    </section>
  );
}
