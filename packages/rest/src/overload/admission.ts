import type { EventLoop } from "./event-loop.ts";
import { type Caller, createRoom, type Place, type Room } from "./room.ts";
import { type Work, type WorkLimit, WORK_LIMITS, WORKS } from "./work.ts";

/**
 * The door to all work: lets in what can be done soon, and refuses the rest at once, so that queues and memory stay
 * bounded and whoever is let in is served in time. Each user has a share of every room, and turns go round the users.
 */
export interface Admission {
  /** For a request that has just come: throws `Overloaded` when there is no room, or it has waited too long. */
  check(work: Work | "always", userId?: string): void;
  /** Takes a place, in turn; rejects at once with `Overloaded` when there is none. */
  enter(work: Work | "always", caller?: Caller): Promise<Place>;
  readonly figures: readonly WorkFigures[];
  close(): void;
}

export interface WorkFigures {
  readonly work: Work;
  readonly most: number;
  readonly underWay: number;
  /** Refused so far. */
  readonly shed: number;
  /** Of these, how many because their user had too many. */
  readonly shedOfOne: number;
}

export type WorkLimits = Readonly<Partial<Record<Work, WorkLimit>>>;

interface Time {
  readonly now: () => number;
  readonly loop: EventLoop;
}

/** Held by what is always done. */
const NO_PLACE: Place = { leave() {}, stepOut() {}, stepIn: async () => {} };

export function createAdmission(given: WorkLimits | undefined, { now, loop }: Time): Admission {
  const limits: Readonly<Record<Work, WorkLimit>> = { ...WORK_LIMITS, ...given };
  const rooms = Object.fromEntries(WORKS.map((work) => [work, createRoom(limits[work], now)])) as Record<Work, Room>;
  return {
    check(work, userId) {
      if (work === "always") return;
      if (loop.waitedMs() > (limits[work].patienceMs ?? Infinity)) rooms[work].refuse();
      rooms[work].check(userId);
    },
    enter: async (work, caller = {}) => (work === "always" ? NO_PLACE : rooms[work].enter(caller)),
    get figures() {
      return WORKS.map((work) => {
        const { underWay, shed, shedOfOne } = rooms[work];
        return { work, most: limits[work].most, underWay, shed, shedOfOne };
      });
    },
    close: () => loop.close(),
  };
}
