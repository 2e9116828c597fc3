import type { Decision } from "@knote/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { OutcomeForm } from "../../features/stances/outcome-form.tsx";
import { useStances } from "../../features/stances/use-stances.ts";
import { useShortcut } from "../../kit/shortcuts/use-shortcut.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Kbd } from "../../kit/ui/kbd.tsx";
import { useTRPC } from "../../remote/trpc.ts";
import { DecisionList } from "./decision-list.tsx";

const MOST_DUE = 20;
const GROUP = "Decisions";

/** The decisions whose day has come; keys act on the current one. Nothing when none is due. */
export function DueDecisions() {
  const { data } = useQuery(useTRPC().stances.decisions.queryOptions({ due: true, limit: MOST_DUE }));
  const [chosenIndex, setChosenIndex] = useState(0);
  const decisions = data?.decisions ?? [];
  const current = Math.min(chosenIndex, decisions.length - 1);
  const when = decisions.length > 1;
  useShortcut("j", { label: "Next that is due", group: GROUP, when }, () =>
    setChosenIndex(Math.min(decisions.length - 1, current + 1)),
  );
  useShortcut("k", { label: "Previous that is due", group: GROUP, when }, () =>
    setChosenIndex(Math.max(0, current - 1)),
  );
  if (decisions.length === 0) return null;
  return (
    <section aria-labelledby="due-decisions" className="mt-6">
      <h2 id="due-decisions" className="font-medium">
        Due
      </h2>
      <p className="pb-2 text-sm text-muted">You wanted to look at these again by now.</p>
      <DecisionList
        decisions={decisions}
        below={(decision, index) => (
          <DueChoices decision={decision} isCurrent={index === current} onEnter={() => setChosenIndex(index)} />
        )}
      />
    </section>
  );
}

function DueChoices({
  decision: { note, outcome },
  isCurrent,
  onEnter,
}: {
  readonly decision: Decision;
  readonly isCurrent: boolean;
  readonly onEnter: () => void;
}) {
  const present = outcome === null ? null : { outcome };
  const { recordOutcome } = useStances(note, present);
  const [isAsking, setIsAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isCurrent && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [isCurrent]);
  const ask = (): void => setIsAsking(true);
  const close = (): void => setIsAsking(false);
  useShortcut("v", { label: "Record what came", group: GROUP, when: isCurrent && !isAsking }, ask);
  return (
    <div className="pl-5" onFocus={onEnter}>
      {isAsking ? (
        <OutcomeForm present={present} onClose={close} onRecord={(came) => void recordOutcome(came).then(close)} />
      ) : (
        <Button ref={button} small className="mt-2" look={isCurrent ? "primary" : "secondary"} onClick={ask}>
          Record what came
          <span aria-hidden className={`hidden md:inline ${isCurrent ? "" : "invisible"}`}>
            <Kbd keys="v" />
          </span>
        </Button>
      )}
    </div>
  );
}
