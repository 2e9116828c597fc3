export interface Answer {
  readonly status: number;
  /** Empty unless `keep` was set or the status is an error. */
  readonly body: string;
}

export interface AnswerReader {
  /** Reads bytes of the connection. */
  read(bytes: Buffer): void;
  /** Whether to keep the body of the next response. That of a failure is always kept. */
  keep: boolean;
}

const NOTHING = Buffer.alloc(0);
const HEAD_END = "\r\n\r\n";
const LINE_END = "\r\n";

/** Creates a minimal reader of the HTTP responses on one connection, by length or in chunks. */
export function createAnswerReader(onAnswer: (answer: Answer) => void): AnswerReader {
  let reading: "head" | "chunk size" | "body" = "head";
  let unread: Buffer = NOTHING;
  let status = 0;
  let isChunked = false;
  let bytesLeft = 0;
  let keptParts: Buffer[] = [];

  function end(): void {
    const body = keptParts.length === 0 ? "" : Buffer.concat(keptParts).toString();
    [reading, keptParts] = ["head", []];
    onAnswer({ status, body });
  }

  /** Reads one step and returns the rest, or null when more bytes are needed first. */
  function step(bytes: Buffer): Buffer | null {
    if (reading === "body") {
      const part = bytes.subarray(0, bytesLeft);
      bytesLeft -= part.length;
      if (reader.keep || status >= 400) keptParts.push(Buffer.from(part));
      if (bytesLeft === 0 && isChunked) reading = "chunk size";
      else if (bytesLeft === 0) end();
      return bytes.subarray(part.length);
    }
    // A chunk's size is between two line ends, the first of which ends the previous chunk.
    const mark = reading === "head" ? HEAD_END : LINE_END;
    const at = bytes.indexOf(mark, reading === "chunk size" ? LINE_END.length : 0);
    if (at < 0) return null;
    const text = bytes.toString("latin1", 0, at);
    const rest = bytes.subarray(at + mark.length);
    if (reading === "chunk size") return startChunk(Number.parseInt(text, 16), rest);
    startBody(text);
    // Keeps the line end, so that the first chunk's size is read like all others.
    return isChunked ? bytes.subarray(at + LINE_END.length) : rest;
  }

  function startBody(head: string): void {
    status = Number(head.slice(9, 12));
    isChunked = /\r\ntransfer-encoding: chunked/i.test(head);
    bytesLeft = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    reading = isChunked ? "chunk size" : "body";
    if (!isChunked && bytesLeft === 0) end();
  }

  function startChunk(size: number, rest: Buffer): Buffer | null {
    bytesLeft = size;
    reading = "body";
    if (size > 0) return rest;
    // The last chunk has no bytes, only a line end.
    if (rest.length < LINE_END.length) {
      reading = "chunk size";
      return null;
    }
    end();
    return rest.subarray(LINE_END.length);
  }

  const reader: AnswerReader = {
    keep: false,
    read(bytes) {
      let rest: Buffer | null = unread.length > 0 ? Buffer.concat([unread, bytes]) : bytes;
      unread = NOTHING;
      while (rest.length > 0) {
        const next: Buffer | null = step(rest);
        if (next === null) {
          unread = Buffer.from(rest);
          return;
        }
        rest = next;
      }
    },
  };
  return reader;
}
