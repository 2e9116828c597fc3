import { createProgressLine, pace } from "../progress-line.ts";

export interface MigrationProgress {
  notesDone(count: number): void;
  userDone(): void;
  userChecked(): void;
  /** Clears the line. */
  end(): void;
}

/** Shows the progress of copying and checking. */
export function createMigrationProgress(
  output: NodeJS.WriteStream,
  totals: { readonly users: number; readonly notes: number },
): MigrationProgress {
  const { line, end } = createProgressLine(output);
  const since = performance.now();
  const progress = { users: 0, notes: 0, checked: 0 };
  const ofUsers = (count: number) => `${formatCount(count)} of ${formatCount(Math.max(count, totals.users))} users`;

  function show(): void {
    const notesLeft = Math.max(0, totals.notes - progress.notes);
    const notes = `${formatCount(progress.notes)} of ${formatCount(progress.notes + notesLeft)} notes`;
    line(`${ofUsers(progress.users)}, ${notes}${pace(progress.notes, notesLeft, (performance.now() - since) / 1_000)}`);
  }

  return {
    end,
    notesDone(count) {
      progress.notes += count;
      show();
    },
    userDone() {
      progress.users++;
      show();
    },
    userChecked() {
      progress.checked++;
      line(`checked ${ofUsers(progress.checked)}`);
    },
  };
}

function formatCount(count: number): string {
  return count.toLocaleString("en");
}
