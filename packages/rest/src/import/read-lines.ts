/** A line of a body, without its end; null when it was too long to be kept. Blank ones are left out, but count. */
export interface BodyLine {
  /** Counts from 1. */
  readonly line: number;
  readonly bytes: Buffer | null;
}

/** What is read in one turn of the event loop and holds up nobody: a few milliseconds of work. */
const BATCH_LINES = 96;
const BATCH_BYTES = 12_288;
const LINE_FEED = 10;
const BLANKS: ReadonlySet<number> = new Set([9, 13, 32]);
const BYTE_ORDER_MARK = Buffer.from("\u{feff}");

/** Cuts a body into lines, in batches: full ones, or what has come so far. Holds at most one line beside the chunk. */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  lineLimitBytes: number,
): AsyncGenerator<readonly BodyLine[]> {
  const open = createOpenLine(lineLimitBytes);
  let line = 0;
  for await (const chunk of chunks) {
    let batch: BodyLine[] = [];
    let size = 0;
    for (let start = 0; start < chunk.length;) {
      const feed = chunk.indexOf(LINE_FEED, start);
      if (feed < 0) {
        open.add(chunk.subarray(start));
        break;
      }
      const bytes = withoutMark(open.end(chunk.subarray(start, feed)), ++line);
      start = feed + 1;
      if (isBlank(bytes)) continue;
      batch.push({ line, bytes });
      size += bytes?.length ?? 0;
      if (batch.length < BATCH_LINES && size < BATCH_BYTES) continue;
      yield batch;
      [batch, size] = [[], 0];
    }
    if (batch.length > 0) yield batch;
  }
  const bytes = withoutMark(open.end(Buffer.alloc(0)), ++line);
  if (!isBlank(bytes)) yield [{ line, bytes }];
}

/** The line whose end has not come yet. */
function createOpenLine(limitBytes: number) {
  /** The line's beginning, copied: a piece would keep its whole chunk alive. */
  let held = Buffer.alloc(0);
  let size = 0;
  return {
    /** More of the line, of which there is still more to come. */
    add(part: Buffer): void {
      const start = size;
      size += part.length;
      if (size > limitBytes) held = Buffer.alloc(0);
      else {
        if (size > held.length) held = Buffer.concat([held], Math.min(limitBytes, 2 * size));
        part.copy(held, start);
      }
    },
    /** The whole line, or null when it was too long. */
    end(part: Buffer): Buffer | null {
      if (size === 0 && part.length <= limitBytes) return part;
      this.add(part);
      const whole = size > limitBytes ? null : held.subarray(0, size);
      [held, size] = [Buffer.alloc(0), 0];
      return whole;
    },
  };
}

/** Some editors begin a file with a mark that is no part of it. */
function withoutMark(bytes: Buffer | null, line: number): Buffer | null {
  const isMarked = line === 1 && bytes?.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return isMarked ? bytes!.subarray(BYTE_ORDER_MARK.length) : bytes;
}

function isBlank(bytes: Buffer | null): boolean {
  return bytes !== null && bytes.every((byte) => BLANKS.has(byte));
}
