const NEWLINE = 10;

/** Yields the lines of a stream; null for one of more than `mostBytes`, which is not kept. Splits at `\n` alone. */
export async function* readLines(stream: AsyncIterable<Buffer>, mostBytes: number): AsyncGenerator<string | null> {
  let parts: Buffer[] = [];
  let size = 0;
  const take = (part: Buffer) => {
    size += part.length;
    if (size <= mostBytes) parts.push(part);
    else parts = [];
  };
  const finish = () => {
    const line = size > mostBytes ? null : Buffer.concat(parts).toString("utf8");
    parts = [];
    size = 0;
    return line;
  };
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      take(chunk.subarray(start, end));
      yield finish();
      start = end + 1;
    }
    take(chunk.subarray(start));
  }
  if (size > 0) yield finish();
}
