import { type NoteDetail, type NoteStance, type OutcomeInput, STANCE_TYPES } from "@knote/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { OutcomeForm } from "../../features/stances/outcome-form.tsx";
import { dayOf, OUTCOME_WORDS, sureness } from "../../features/stances/stance-words.ts";
import { useStances } from "../../features/stances/use-stances.ts";
import { useShortcut } from "../../kit/shortcuts/use-shortcut.ts";
import { Button } from "../../kit/ui/button.tsx";
import { RelativeTime } from "../../kit/ui/relative-time.tsx";
import { useTRPC } from "../../remote/trpc.ts";
import { logOf } from "./log-of.ts";
import { StanceForm } from "./stance-form.tsx";

const GROUP = "Note";

/** How sure the owner of a decision or belief is, and what came of it; nothing for notes of other types. */
export function StanceCard({ note }: { readonly note: NoteDetail }) {
  const canHaveStance = (STANCE_TYPES as readonly string[]).includes(note.note_type);
  const query = useTRPC().stances.ofNote.queryOptions({ id: note.id }, { enabled: canHaveStance });
  const { data: stance } = useQuery(query);
  return canHaveStance && stance ? <Stance note={note} stance={stance} /> : null;
}

function Stance({ note, stance }: { readonly note: NoteDetail; readonly stance: NoteStance }) {
  const present = presentOutcome(stance);
  const { setStance, recordOutcome, withdrawOutcome } = useStances(note, present);
  const [form, setForm] = useState<"stance" | "outcome" | null>(null);
  const isOpen = stance.outcome === null;
  const close = (): void => setForm(null);
  const when = form === null;
  useShortcut("h", { label: "How sure you are", group: GROUP, when: when && isOpen }, () => setForm("stance"));
  useShortcut("v", { label: "What came of it", group: GROUP, when }, () => setForm("outcome"));
  return (
    <section aria-labelledby="stance" className="mb-6 rounded-lg border border-line bg-surface p-4">
      <h2 id="stance" className="font-medium">
        {isOpen ? "How sure are you?" : "What came of it"}
      </h2>
      <Present stance={stance} />
      {form === "stance" && (
        <StanceForm stance={stance} onClose={close} onSet={(next) => void setStance(next).then(close)} />
      )}
      {form === "outcome" && (
        <OutcomeForm present={present} onClose={close} onRecord={(came) => void recordOutcome(came).then(close)} />
      )}
      {form === null && (
        <div className="mt-3 flex flex-wrap gap-2">
          {isOpen && (
            <Button
              small
              look={stance.stances.length === 0 ? "primary" : "secondary"}
              onClick={() => setForm("stance")}
            >
              {stance.stances.length === 0 ? "Say how sure you are" : "Change"}
            </Button>
          )}
          <Button small onClick={() => setForm("outcome")}>
            {isOpen ? "Record what came" : "Correct"}
          </Button>
          {!isOpen && (
            <Button small look="ghost" onClick={() => void withdrawOutcome()}>
              Withdraw
            </Button>
          )}
        </div>
      )}
      <Log stance={stance} />
    </section>
  );
}

function presentOutcome({ outcome, outcomes }: NoteStance): OutcomeInput | null {
  const text = outcomes.at(-1)?.text;
  return outcome === null ? null : { outcome, ...(typeof text === "string" && { text }) };
}

function Present({ stance }: { readonly stance: NoteStance }) {
  const { confidence, expects, review_on, outcome } = stance;
  const text = presentOutcome(stance)?.text;
  const isSilent = confidence === null && expects === null && review_on === null && outcome === null;
  if (isSilent)
    return (
      <p className="mt-1 text-muted">
        Write down how sure you are and what you expect, before you know. Nothing of it can be changed afterwards.
      </p>
    );
  return (
    <div className="mt-1 flex flex-col gap-1">
      {outcome !== null && (
        <p>
          {OUTCOME_WORDS[outcome]}
          {text === undefined ? "." : `: ${text}`}
        </p>
      )}
      <p className={outcome === null ? "" : "text-muted"}>
        {confidence === null ? "Not said how sure." : `${outcome === null ? "" : "You were "}${sureness(confidence)}.`}
        {review_on !== null && outcome === null && (
          <span className="text-muted"> Look again on {dayOf(review_on)}.</span>
        )}
      </p>
      {expects !== null && <p className="text-sm text-muted">Expected: {expects}</p>}
    </div>
  );
}

function Log({ stance }: { readonly stance: NoteStance }) {
  const lines = logOf(stance);
  if (lines.length < 2) return null;
  return (
    <details className="mt-3 text-sm">
      <summary className="cursor-pointer text-muted">Log</summary>
      <ol aria-label="Log" className="mt-2 flex flex-col gap-1.5">
        {lines.map((line, index) => (
          <li key={index} className="flex flex-wrap gap-x-2">
            <span className="w-20 shrink-0 text-muted">
              <RelativeTime at={line.at} />
            </span>
            <span className="min-w-0 flex-1">
              {line.words}
              {line.text !== null && <span className="text-muted">: {line.text}</span>}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
