import { clearLine, cursorTo } from "node:readline";

/** Where nobody watches a line change. */
const PRINT_EVERY_MS = 10_000;

/** One line that changes on a terminal; elsewhere a line now and then. */
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

/** How fast it goes and how long it will; nothing before the first is done. */
export function pace(done: number, left: number, seconds: number): string {
  if (done === 0) return "";
  const perSecond = done / seconds;
  return `, ${perSecond.toPrecision(2)} a second, ${duration(left / perSecond)} left`;
}

function duration(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}
