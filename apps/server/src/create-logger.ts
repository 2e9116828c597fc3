import { destination, pino, type DestinationStream, type Logger, type LoggerOptions } from "pino";

/** Nothing that lets others in, and nothing that a user wrote, gets into a log, wherever it is put in an entry. */
const SECRET = ["token", "authorization", "cookie", "secret", "title", "content", "query", "answer"];
const PATHS = SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

export interface ServerLog {
  readonly log: Logger;
  /** Writes what is still waiting, at once. */
  flush(): void;
}

/** JSON lines on standard output; on a terminal, lines for people. */
export async function createLogger(level: string, onTerminal: boolean): Promise<ServerLog> {
  const options = logOptions(level);
  if (onTerminal) return { log: pino(options, await prettyOutput()), flush() {} };
  const output = destination({ fd: 1, sync: false });
  return { log: pino(options, output), flush: () => output.flushSync() };
}

export function logOptions(level: string): LoggerOptions {
  return {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: PATHS, censor: "[hidden]" },
  };
}

/**
 * For request lines: writes what it is given without looking for secrets, which costs four times as much as writing it.
 * The type of a request line admits nothing that is one.
 */
export function createRequestLog(log: Logger): Logger {
  return log.child({}, { redact: [] });
}

async function prettyOutput(): Promise<DestinationStream> {
  const { default: pretty } = await import("pino-pretty");
  return pretty({ sync: true, translateTime: "SYS:HH:MM:ss", singleLine: true });
}
