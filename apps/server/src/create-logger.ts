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
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: PATHS, censor: "[hidden]" },
  };
  if (onTerminal) return { log: pino(options, await prettyOutput()), flush() {} };
  const output = destination({ fd: 1, sync: false });
  return { log: pino(options, output), flush: () => output.flushSync() };
}

async function prettyOutput(): Promise<DestinationStream> {
  const { default: pretty } = await import("pino-pretty");
  return pretty({ sync: true, translateTime: "SYS:HH:MM:ss", singleLine: true });
}
