import { DAY_MS } from "@knote/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dayOf, readDay } from "../../../kit/days.ts";
import { Button } from "../../../kit/ui/button.tsx";
import { Chip } from "../../../kit/ui/chip.tsx";
import { Dialog } from "../../../kit/ui/dialog.tsx";
import { useAsOf } from "../../../remote/past/use-as-of.ts";
import { useTRPC, useTRPCClient } from "../../../remote/trpc.ts";
import { findFirstDay } from "./first-day.ts";
import { quickDays } from "./quick-days.ts";

/** Asks for the day to show: from that of the first note to yesterday. */
export function DayPicker({ onClose }: { readonly onClose: () => void }) {
  const [now] = useState(() => Date.now());
  const { data: firstDay } = useFirstDay(now);
  const yesterday = dayOf(now - DAY_MS);
  const hasPast = firstDay === undefined || (firstDay !== null && firstDay <= yesterday);
  return (
    <Dialog open onClose={onClose} title="Show the dashboard as it was on …">
      {hasPast ? (
        <DayForm now={now} firstDay={firstDay} yesterday={yesterday} onClose={onClose} />
      ) : (
        <p className="p-4">
          {firstDay === null
            ? "You have no notes yet, so there is no past to show."
            : "Your first note is from today, so there is no past to show yet."}
        </p>
      )}
    </Dialog>
  );
}

function DayForm({
  now,
  firstDay,
  yesterday,
  onClose,
}: {
  readonly now: number;
  /** Undefined until it is known. */
  readonly firstDay: string | undefined;
  readonly yesterday: string;
  readonly onClose: () => void;
}) {
  const { asOf, show, backToNow } = useAsOf();
  const [day, setDay] = useState(readDay(asOf?.slice(0, 10)) ?? "");
  const choose = (chosenDay: string): void => {
    onClose();
    show(chosenDay);
  };
  return (
    <form
      className="flex flex-col gap-4 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        choose(day);
      }}
    >
      <p className="text-muted">
        Every page shows your notes, their links and answers as they were at the end of that day (UTC), and nothing can
        be changed. Notes that are deleted now are in no past.
      </p>
      <div role="group" aria-label="Quick choices" className="flex min-h-6 flex-wrap gap-1.5">
        {firstDay !== undefined &&
          quickDays(now, firstDay).map((quick) => (
            <Chip key={quick.label} isPressed={quick.day === asOf} onPress={() => choose(quick.day)}>
              {quick.label}
            </Chip>
          ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <label className="flex items-center gap-2">
          Day
          <input
            type="date"
            data-focus-first
            required
            min={firstDay}
            max={yesterday}
            value={day}
            onChange={(event) => setDay(event.target.value)}
            className="h-9 rounded-md border border-field-line bg-surface px-2 dark:[color-scheme:dark]"
          />
        </label>
        <Button type="submit" look="primary">
          Show
        </Button>
        {asOf !== null && (
          <Button
            className="ml-auto"
            onClick={() => {
              onClose();
              backToNow();
            }}
          >
            Back to now
          </Button>
        )}
      </div>
    </form>
  );
}

/** Finds the day of the first note; null without notes, undefined until known. */
function useFirstDay(now: number) {
  const client = useTRPCClient();
  const { notes } = useTRPC();
  return useQuery({
    queryKey: [...notes.list.pathKey(), "first day"],
    queryFn: ({ signal }) =>
      findFirstDay(async (day) => {
        const page = await client.notes.list.query({ q: `before:${day}`, limit: 1 }, { signal });
        return page.notes[0]?.created_at ?? null;
      }, now),
  });
}
