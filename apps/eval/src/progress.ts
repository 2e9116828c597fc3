/** Shows the progress of a measurement. */
export interface Progress {
  /** Rewrites the progress line; on a terminal only. */
  step(what: string, count: number, of?: number): void;
  /** Writes a permanent line. */
  writeLine(line: string): void;
  /** Removes the progress line. */
  clear(): void;
}

interface ProgressStream {
  readonly isTTY: boolean;
  write(text: string): boolean;
}

const EVERY_MS = 100;

export function createProgress(stream: ProgressStream, now: () => number): Progress {
  const clear = () => void (stream.isTTY && stream.write("\r\x1b[K"));
  let shownAt = -Infinity;
  return {
    clear,
    step(what, count, of) {
      if (!stream.isTTY || (now() - shownAt < EVERY_MS && count !== of)) return;
      shownAt = now();
      clear();
      stream.write(`${what}: ${count}${of === undefined ? "" : ` of ${of}`}`);
    },
    writeLine(line) {
      clear();
      stream.write(`${line}\n`);
    },
  };
}
