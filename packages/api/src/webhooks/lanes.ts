export type Lane = "quick" | "slow";
export const LANES: readonly Lane[] = ["quick", "slow"];

/** Who asks for a place. */
export interface Candidate {
  readonly webhookId: string;
  readonly userId: string;
  /** Host and port of the receiver. */
  readonly host: string;
  readonly lane: Lane;
  /** Most attempts of this webhook at a time. */
  readonly window: number;
}

/** The places of a process for attempts. */
export interface Lanes {
  /** Most attempts at a time in each lane; both together never have more places than the process. */
  readonly limits: Readonly<Record<Lane, number>>;
  /** Takes a place; returns what gives it back, once, or null while there is none. */
  enter(candidate: Candidate): (() => void) | null;
  /** Whether the lane has a free place, for those whose own bounds allow it. */
  hasPlace(lane: Lane): boolean;
  underWay(): Readonly<Record<Lane, number>>;
}

const MOST_OF_USER = 16;
const MOST_OF_HOST = 16;

/**
 * Creates the places of a process. A quarter is for webhooks that do not answer at once, so that they never hold a place
 * of the others.
 */
export function createLanes(atOnce: number): Lanes {
  const slow = Math.max(1, Math.floor(atOnce / 4));
  const limits = { quick: Math.max(1, atOnce - slow), slow };
  const lanes = { quick: 0, slow: 0 };
  const users = new Map<string, number>();
  const hosts = new Map<string, number>();
  const webhooks = new Map<string, number>();
  // A process with a single place has it in either lane.
  const hasPlace = (lane: Lane) => lanes[lane] < limits[lane] && lanes.quick + lanes.slow < atOnce;
  return {
    limits,
    hasPlace,
    enter({ webhookId, userId, host, lane, window }) {
      const isFree =
        hasPlace(lane) &&
        (users.get(userId) ?? 0) < MOST_OF_USER &&
        (hosts.get(host) ?? 0) < MOST_OF_HOST &&
        (webhooks.get(webhookId) ?? 0) < window;
      if (!isFree) return null;
      const counts = [[users, userId] as const, [hosts, host] as const, [webhooks, webhookId] as const];
      const move = (step: 1 | -1) => {
        lanes[lane] += step;
        for (const [map, key] of counts) addTo(map, key, step);
      };
      move(1);
      let isInside = true;
      return () => {
        if (isInside) move(-1);
        isInside = false;
      };
    },
    underWay: () => ({ ...lanes }),
  };
}

function addTo(map: Map<string, number>, key: string, step: number): void {
  const count = (map.get(key) ?? 0) + step;
  if (count === 0) map.delete(key);
  else map.set(key, count);
}
