import { hideTokens } from "@knote/contract";
import { destination, pino, type DestinationStream, type Logger, type LoggerOptions } from "pino";

/** Credentials and users' texts must not reach the log, wherever an entry holds them. */
const SECRET = ["token", "authorization", "cookie", "secret", "title", "content", "query", "answer"];
const PATHS = SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

export interface ServerLog {
  readonly log: Logger;
  /** Writes buffered lines at once. */
  flush(): void;
}

/** Creates the log on standard output: JSON lines, or readable lines on a terminal. */
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
    // The last resort: also hides a token in the message of an error.
    hooks: { streamWrite: hideTokens },
  };
}

/**
 * Returns the log for request lines, without the search for secrets, which costs four times as much as writing a line.
 * The type of a request line has no field for a secret.
 */
export function createRequestLog(log: Logger): Logger {
  return log.child({}, { redact: [] });
}

async function prettyOutput(): Promise<DestinationStream> {
  const { default: pretty } = await import("pino-pretty");
  return pretty({ sync: true, translateTime: "SYS:HH:MM:ss", singleLine: true });
}
