import type { EventLoop } from "./event-loop.ts";
import { type Caller, createRoom, type Place, type Room } from "./room.ts";
import { SMALL_BODY_BYTES, WORKS, WORK_LIMITS, type Work, type WorkLimit } from "./work.ts";
import type { Exchange } from "../http/exchange.ts";
import { callerOf } from "./caller-of.ts";

/**
 * Admission control: lets in what can be done soon and refuses the rest at once, so that queues and memory stay
 * bounded and admitted requests are served in time. Each user has a share of every room, and users take turns.
 */
export interface Admission {
  /** Checks a new request: throws `OverloadedError` when there is no room, or it has waited too long. */
  check(work: Work | "always", userId?: string): void;
  /** Waits for a place; rejects at once with `OverloadedError` when there is no room to wait. */
  enter(work: Work | "always", caller?: Caller): Promise<Place>;
  readonly figures: readonly WorkFigures[];
  close(): void;
}

export interface WorkFigures {
  readonly work: Work;
  readonly most: number;
  readonly underWay: number;
  /** Requests refused so far. */
  readonly shed: number;
  /** How many of them were refused because their user had too many. */
  readonly shedOfOne: number;
}

export type WorkLimits = Readonly<Partial<Record<Work, WorkLimit>>>;

interface Time {
  readonly now: () => number;
  readonly loop: EventLoop;
}

/** The place of work that is never refused. */
const NO_PLACE: Place = { leave() {}, stepOut() {}, stepIn: async () => {} };

export function createAdmission(overrides: WorkLimits | undefined, { now, loop }: Time): Admission {
  const limits: Readonly<Record<Work, WorkLimit>> = { ...WORK_LIMITS, ...overrides };
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

/** Answers a request once there is room for its work; throws `OverloadedError` when there is none. */
export async function answerInRoom(
  admission: Admission,
  work: Work,
  exchange: Exchange,
  answer: (place: Place) => Promise<void>,
): Promise<void> {
  const userId = callerOf(exchange);
  admission.check(work, userId);
  const place = await admission.enter(work, { userId, hasLeft: () => exchange.response.destroyed });
  try {
    await answer(place);
  } finally {
    place.leave();
  }
}

export interface BodyPlace {
  /** Call it when the body has arrived: a small body gives its place back. */
  markArrived(): void;
  leave(): void;
}

/** Takes a place for a body before it is read: its sender can be slow. A large body keeps its place until the end. */
export async function admitBody(admission: Admission, exchange: Exchange): Promise<BodyPlace> {
  const length = exchange.request.headers["content-length"];
  const isSmall = length !== undefined && Number(length) <= SMALL_BODY_BYTES;
  const { leave } = await admission.enter(isSmall ? "body" : "upload", { userId: callerOf(exchange) });
  return { leave, markArrived: isSmall ? leave : () => {} };
}
