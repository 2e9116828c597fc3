/** A line of a body without its line end. Blank lines are left out, but counted. */
export interface BodyLine {
  /** Counts from 1. */
  readonly line: number;
  readonly bytes: Buffer | null;
}

/** A batch is what one turn of the event loop can handle: a few milliseconds of work. */
const BATCH_LINES = 96;
const BATCH_BYTES = 12_288;
const LINE_FEED = 10;
const BLANKS: ReadonlySet<number> = new Set([9, 13, 32]);
const BYTE_ORDER_MARK = Buffer.from("\u{feff}");

/** Splits a body into batches of lines: full ones, or the rest of a chunk. Holds at most one line beside the chunk. */
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

/** Creates a buffer for the line whose end has not arrived yet. */
function createOpenLine(limitBytes: number) {
  /** The beginning of the line, copied: a slice would keep its whole chunk alive. */
  let buffer = Buffer.alloc(0);
  let size = 0;
  return {
    /** Adds a part of the line that is not its last. */
    add(part: Buffer): void {
      const start = size;
      size += part.length;
      if (size > limitBytes) buffer = Buffer.alloc(0);
      else {
        if (size > buffer.length) buffer = Buffer.concat([buffer], Math.min(limitBytes, 2 * size));
        part.copy(buffer, start);
      }
    },
    /** Adds the last part and returns the line, or null when it is too long. */
    end(part: Buffer): Buffer | null {
      if (size === 0 && part.length <= limitBytes) return part;
      this.add(part);
      const whole = size > limitBytes ? null : buffer.subarray(0, size);
      [buffer, size] = [Buffer.alloc(0), 0];
      return whole;
    },
  };
}

/** Removes the byte order mark that some editors write at the beginning of a file. */
function withoutMark(bytes: Buffer | null, line: number): Buffer | null {
  const isMarked = line === 1 && bytes?.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return isMarked ? bytes!.subarray(BYTE_ORDER_MARK.length) : bytes;
}

function isBlank(bytes: Buffer | null): boolean {
  return bytes !== null && bytes.every((byte) => BLANKS.has(byte));
}
