import { clearLine, cursorTo } from "node:readline";

/** How often a line is printed when the output is not a terminal. */
const PRINT_EVERY_MS = 10_000;

/** Creates one line that is updated on a terminal; other outputs get a new line now and then. */
export function createProgressLine(output: NodeJS.WriteStream) {
  let printedAt = -Infinity;
  const clear = () => {
    cursorTo(output, 0);
    clearLine(output, 0);
  };
  return {
    line(text: string) {
      if (output.isTTY) {
        clear();
        output.write(text);
      } else if (performance.now() - printedAt >= PRINT_EVERY_MS) {
        printedAt = performance.now();
        output.write(`${text}\n`);
      }
    },
    end() {
      if (output.isTTY) clear();
    },
  };
}

/** Describes speed and remaining time; empty until the first one is done. */
export function pace(doneCount: number, remaining: number, seconds: number): string {
  if (doneCount === 0) return "";
  const perSecond = doneCount / seconds;
  return `, ${perSecond.toPrecision(2)} a second, ${duration(remaining / perSecond)} left`;
}

function duration(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}
