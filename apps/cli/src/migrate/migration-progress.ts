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
  const done = { users: 0, notes: 0, checked: 0 };
  const ofUsers = (count: number) => `${shown(count)} of ${shown(Math.max(count, totals.users))} users`;

  function show(): void {
    const left = Math.max(0, totals.notes - done.notes);
    const notes = `${shown(done.notes)} of ${shown(done.notes + left)} notes`;
    line(`${ofUsers(done.users)}, ${notes}${pace(done.notes, left, (performance.now() - since) / 1_000)}`);
  }

  return {
    end,
    notesDone(count) {
      done.notes += count;
      show();
    },
    userDone() {
      done.users++;
      show();
    },
    userChecked() {
      done.checked++;
      line(`checked ${ofUsers(done.checked)}`);
    },
  };
}

function shown(count: number): string {
  return count.toLocaleString("en");
}
