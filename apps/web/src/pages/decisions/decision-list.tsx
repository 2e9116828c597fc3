import type { Decision } from "@knote/contract";
import type { ReactNode } from "react";
import { DecisionFacts } from "./decision-facts.tsx";

/** Decisions under each other, with what can be done about each below it. */
export function DecisionList({
  decisions,
  below,
}: {
  readonly decisions: readonly Decision[];
  readonly below?: (decision: Decision, index: number) => ReactNode;
}) {
  return (
    <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface">
      {decisions.map((decision, index) => (
        <li key={decision.note.id} className="px-4 py-3">
          <DecisionFacts decision={decision} />
          {below?.(decision, index)}
        </li>
      ))}
    </ul>
  );
}
