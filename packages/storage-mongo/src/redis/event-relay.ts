import { DomainError } from "@knote/api";
import type { EventOutbox, KeyedEvent } from "../ports/event-outbox.ts";
import type { EventStream } from "./event-stream.ts";

const EVENTS_AT_ONCE = 500;
const RETRY_MS = 1_000;
/** How often an idle relay looks for events that a process that died left in the outbox. */
const IDLE_MS = 15_000;

/** Sends events to the log, and through the outbox while the log cannot be reached. */
export interface EventRelay {
  send(userId: string, events: readonly KeyedEvent[]): Promise<void>;
  /** Empties the outbox; resolves when nothing waits or the log cannot be reached. */
  workOff(): Promise<void>;
  stop(): void;
}

interface EventRelayDeps {
  readonly stream: Pick<EventStream, "append">;
  readonly outbox: EventOutbox | null;
  readonly warn: (message: string, cause: unknown) => void;
}

export function createEventRelay({ stream, outbox, warn }: EventRelayDeps): EventRelay {
  /** True while events wait in the outbox: later ones go there too, to keep their order. */
  let behind = false;
  let running: Promise<void> | null = null;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function keep(box: EventOutbox, userId: string, events: readonly KeyedEvent[]): Promise<void> {
    behind = true;
    await box.keep(userId, events);
    void workOff();
  }

  async function empty(box: EventOutbox): Promise<void> {
    for (
      let groups = await box.waiting(EVENTS_AT_ONCE);
      groups.length > 0;
      groups = await box.waiting(EVENTS_AT_ONCE)
    ) {
      for (const { userId, events } of groups) {
        await stream.append(userId, events);
        await box.confirmLogged(
          userId,
          events.map(({ key }) => key),
        );
      }
    }
  }

  async function run(box: EventOutbox): Promise<void> {
    try {
      do {
        again = false;
        await empty(box);
      } while (again);
      behind = false;
    } catch (error) {
      if (!isStopped && !DomainError.is(error)) warn("Events could not be moved to the activity log.", error);
    }
  }

  function workOff(): Promise<void> {
    again = true;
    if (outbox === null || isStopped) return Promise.resolve();
    return (running ??= run(outbox).finally(schedule));
  }

  function schedule(): void {
    running = null;
    clearTimeout(timer);
    if (again) void workOff();
    else if (!isStopped) timer = setTimeout(() => void workOff(), behind ? RETRY_MS : IDLE_MS).unref();
  }

  return {
    async send(userId, events) {
      if (outbox === null) return await stream.append(userId, events);
      if (behind) return await keep(outbox, userId, events);
      try {
        await stream.append(userId, events);
      } catch (error) {
        if (!DomainError.is(error)) throw error;
        await keep(outbox, userId, events);
      }
    },
    workOff,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
