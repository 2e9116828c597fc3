import type { Attempt, PlannedEvent } from "@knote/contract";
import { useState } from "react";
import { problemOf } from "../../kit/errors.ts";
import { useServices } from "../../kit/services.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { AttemptOutcome } from "./deliveries/attempt-outcome.tsx";

/** Sends a made-up note and shows what came back. */
export function TestPanel({ id, events }: { readonly id: string; readonly events: readonly PlannedEvent[] }) {
  const { client, toasts } = useServices();
  const [event, setEvent] = useState<PlannedEvent>(events[0]!);
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [isBusy, setBusy] = useState(false);
  const chosenEvent = events.includes(event) ? event : events[0]!;
  const test = async (): Promise<void> => {
    setBusy(true);
    setAttempt(null);
    try {
      setAttempt(await client.webhooks.test.mutate({ id, event: chosenEvent }));
    } catch (error) {
      toasts.showProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-labelledby="webhook-test" className="mt-6">
      <h2 id="webhook-test" className="font-medium">
        Test
      </h2>
      <p className="text-sm text-muted">Sends a made-up note. It does not appear in the log and is not sent again.</p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <select
          aria-label="Event of the test"
          value={chosenEvent}
          onChange={({ target }) => setEvent(target.value as PlannedEvent)}
          className="h-9 rounded-md border border-field-line bg-surface px-2 text-sm"
        >
          {events.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <Button disabled={isBusy} onClick={() => void test()}>
          {isBusy ? "Waiting for the answer …" : "Send a test"}
        </Button>
      </div>
      <div role="status" className="mt-2">
        {attempt && <AttemptOutcome attempt={attempt} />}
      </div>
    </section>
  );
}
