import { type ReactNode, useEffect, useRef } from "react";
import type { ImportState } from "../../features/transfer/imports.ts";
import { useImportState } from "../../features/transfer/use-import.ts";
import { ChooseSource } from "./choose-source.tsx";
import { PlanView } from "./plan-view.tsx";
import { RefusedView } from "./refused-view.tsx";
import { ResultView } from "./result-view.tsx";
import { RunningView } from "./running-view.tsx";
import { UndoneView } from "./undone-view.tsx";

/** Brings notes in: what was picked, what it holds, and what became of it. */
export function ImportPage() {
  const state = useImportState();
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(state.step);
  useEffect(() => {
    // The button that was pressed is gone with its step.
    if (before.current !== state.step && document.activeElement === document.body) heading.current?.focus();
    before.current = state.step;
  }, [state.step]);
  return (
    <div className="mx-auto max-w-2xl px-5 py-8">
      <title>Import · Knote</title>
      <h1 ref={heading} tabIndex={-1} className="text-lg font-semibold tracking-tight outline-none">
        Import
      </h1>
      {viewOf(state)}
    </div>
  );
}

function viewOf(state: ImportState): ReactNode {
  switch (state.step) {
    case "none":
      return <ChooseSource />;
    case "reading":
    case "sending":
    case "undoing":
      return <RunningView state={state} />;
    case "refused":
      return <RefusedView {...state} />;
    case "plan":
      return <PlanView {...state} />;
    case "stopped":
    case "done":
      return <ResultView state={state} />;
    case "undone":
      return <UndoneView {...state} />;
  }
}
