import { LIMITS, type Payload, PLANNED_EVENTS, type PlannedEvent } from "@knote/contract";
import { type ReactNode, useState } from "react";
import { Button } from "../../kit/ui/button.tsx";
import { FormProblem } from "../../kit/ui/form-problem.tsx";
import { useSubmit } from "../../kit/use-submit.ts";
import { EVENT_WORDS } from "./webhook-words.ts";

const FIELD = "h-9 w-full rounded-md border border-field-line bg-canvas px-3";

/** What the owner chooses of a webhook. */
export interface WebhookChoice {
  readonly url: string;
  readonly name: string;
  readonly events: readonly PlannedEvent[];
  readonly payload: Payload;
}

/** Asks for the address, the events and the form of what is sent. `onSave` may throw: the sentence is shown. */
export function WebhookForm({
  present = { url: "", name: "", events: ["note.created"], payload: "documented" },
  saveLabel,
  children,
  onSave,
  onClose,
}: {
  readonly present?: WebhookChoice;
  readonly saveLabel: string;
  /** Further fields. */
  readonly children?: ReactNode;
  readonly onSave: (choice: WebhookChoice) => Promise<void>;
  readonly onClose: () => void;
}) {
  const [choice, setChoice] = useState(present);
  const { submit, isBusy, problem } = useSubmit(() => onSave(choice));
  const { url, name, events, payload } = choice;
  const change = (part: Partial<WebhookChoice>) => setChoice({ ...choice, ...part });
  const toggle = (event: PlannedEvent) =>
    change({ events: events.includes(event) ? events.filter((other) => other !== event) : [...events, event] });
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 p-4">
      <label>
        <span className="block pb-1.5">Address</span>
        <input
          data-focus-first
          required
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={url}
          placeholder="https://example.com/hooks/knote"
          onChange={(event) => change({ url: event.target.value })}
          className={`${FIELD} font-mono text-sm`}
        />
      </label>
      <label>
        <span className="block pb-1.5">
          Name <span className="text-muted">(optional)</span>
        </span>
        <input
          value={name}
          maxLength={LIMITS.webhookName}
          autoComplete="off"
          onChange={(event) => change({ name: event.target.value })}
          className={FIELD}
        />
      </label>
      <fieldset className="flex flex-col gap-1.5">
        <legend className="pb-1.5">Which events does it get?</legend>
        {PLANNED_EVENTS.map((event) => (
          <label key={event} className="flex items-baseline gap-2">
            <input
              type="checkbox"
              checked={events.includes(event)}
              onChange={() => toggle(event)}
              className="size-4 translate-y-0.5 accent-accent"
            />
            <span>
              {EVENT_WORDS[event]} <code className="font-mono text-xs text-muted">{event}</code>
            </span>
          </label>
        ))}
      </fieldset>
      <label className="flex items-baseline gap-2">
        <input
          type="checkbox"
          checked={payload === "detailed"}
          onChange={() => change({ payload: payload === "detailed" ? "documented" : "detailed" })}
          className="size-4 translate-y-0.5 accent-accent"
        />
        <span>
          Send details as well
          <span className="block text-sm text-muted">
            State, tags, importance and what changed, in addition to id, title and type. Contents are never sent.
          </span>
        </span>
      </label>
      {children}
      <FormProblem problem={problem} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" disabled={isBusy || url.trim() === "" || events.length === 0}>
          {saveLabel}
        </Button>
      </div>
    </form>
  );
}
