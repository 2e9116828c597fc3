import { useState } from "react";
import { Button } from "../../kit/ui/button.tsx";
import { Chip } from "../../kit/ui/chip.tsx";
import type { ChangesSearch, Period } from "./period.ts";

const LABELS: Readonly<Record<Period, string>> = {
  visit: "Since my last visit",
  week: "Past week",
  month: "Past month",
};
const FIELD = "rounded-md border border-field-line bg-surface px-2 py-1 text-text dark:[color-scheme:dark]";

/** Chooses the time to look at: a period up to now, or any two days. */
export function PeriodPicker({
  search,
  hasVisited,
  today,
  onChoose,
}: {
  readonly search: ChangesSearch;
  /** Whether an earlier visit is known. */
  readonly hasVisited: boolean;
  /** The present UTC day. */
  readonly today: string;
  readonly onChoose: (search: ChangesSearch) => void;
}) {
  const periods = (Object.keys(LABELS) as Period[]).filter((period) => hasVisited || period !== "visit");
  const chosenPeriod = search.since === undefined ? (search.period ?? "week") : undefined;
  return (
    <div className="my-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      <div role="group" aria-label="Period" className="flex flex-wrap gap-1.5">
        {periods.map((period) => (
          <Chip key={period} isPressed={chosenPeriod === period} onPress={() => onChoose({ period })}>
            {LABELS[period]}
          </Chip>
        ))}
      </div>
      <TwoDays key={`${search.since} ${search.until}`} search={search} today={today} onChoose={onChoose} />
    </div>
  );
}

function TwoDays({
  search,
  today,
  onChoose,
}: {
  readonly search: ChangesSearch;
  readonly today: string;
  readonly onChoose: (search: ChangesSearch) => void;
}) {
  const [since, setSince] = useState(search.since ?? "");
  const [until, setUntil] = useState(search.until ?? "");
  return (
    <form
      className="flex flex-wrap items-center gap-2 text-sm text-muted"
      onSubmit={(event) => {
        event.preventDefault();
        onChoose({ since, ...(until !== "" && { until }) });
      }}
    >
      <label className="flex items-center gap-1.5">
        From
        <input
          type="date"
          required
          max={until === "" ? today : until}
          value={since}
          onChange={(event) => setSince(event.target.value)}
          className={FIELD}
        />
      </label>
      <label className="flex items-center gap-1.5">
        to
        <input
          type="date"
          min={since}
          max={today}
          value={until}
          onChange={(event) => setUntil(event.target.value)}
          className={FIELD}
        />
      </label>
      <Button small type="submit">
        Show
      </Button>
    </form>
  );
}
