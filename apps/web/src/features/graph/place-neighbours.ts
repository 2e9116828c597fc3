/** The drawing's width, in its own units. */
export const WIDTH = 640;

const MIDDLE = WIDTH / 2;
const ROW = 30;
const LEAST_HEIGHT = 180;
/** Horizontal distance of the near notes from the middle, at the ends and in the middle of their column. */
const NEAREST = 52;
const FARTHEST = 96;
const BEHIND = 26;

export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface NeighbourPlaces {
  readonly height: number;
  readonly middle: Place;
  /** Places of the near notes, in their order. */
  readonly places: readonly Place[];
  /** Notes one step further; `from` is the index of their near note. */
  readonly far: readonly { readonly id: string; readonly from: number; readonly place: Place }[];
  /** Near notes that are linked with each other. */
  readonly between: readonly (readonly [one: number, other: number])[];
}

/** Places near notes on arcs left and right, each with a row for its title, and the far notes in between. */
export function placeNeighbours(options: {
  readonly middle: string;
  readonly near: readonly string[];
  /** For each near note, the ids it is linked with. */
  readonly linkedIds: readonly (readonly string[])[];
  readonly mostFar: number;
}): NeighbourPlaces {
  const { near, linkedIds } = options;
  const rows = Math.ceil(near.length / 2);
  const height = Math.max(LEAST_HEIGHT, (rows + 1) * ROW);
  const middle = { x: MIDDLE, y: height / 2 };
  const places = near.map((_, index) => nearPlace(index, near.length, height));
  const between = near.flatMap((_, one) =>
    [...new Set((linkedIds[one] ?? []).map((id) => near.indexOf(id)))]
      .filter((other) => other > one)
      .map((other) => [one, other] as const),
  );
  return { height, middle, places, far: farNotes(options, places), between };
}

/** Places even indices on the right, odd ones on the left, from top to bottom. */
function nearPlace(index: number, count: number, height: number): Place {
  const isRight = index % 2 === 0;
  const rows = isRight ? Math.ceil(count / 2) : Math.floor(count / 2);
  const share = (Math.floor(index / 2) + 1) / (rows + 1);
  const reach = NEAREST + (FARTHEST - NEAREST) * Math.sin(share * Math.PI);
  return { x: MIDDLE + (isRight ? reach : -reach), y: share * height };
}

function farNotes(
  { middle, near, linkedIds, mostFar }: Parameters<typeof placeNeighbours>[0],
  places: readonly Place[],
): NeighbourPlaces["far"] {
  const seenIds = new Set([middle, ...near]);
  const far: { id: string; from: number; place: Place }[] = [];
  for (const [from, ids] of linkedIds.entries()) {
    const fresh = [...new Set(ids)].filter((id) => !seenIds.has(id)).slice(0, Math.max(0, mostFar - far.length));
    for (const [index, id] of fresh.entries()) {
      seenIds.add(id);
      far.push({ id, from, place: farPlace(places[from]!, index) });
    }
  }
  return far;
}

/** Places a far note towards the middle, beside the line, where no title is. */
function farPlace(near: Place, index: number): Place {
  const inwards = near.x > MIDDLE ? Math.PI : 0;
  const angle = inwards + (index % 2 === 0 ? 1 : -1) * (0.9 + 0.32 * Math.floor(index / 2));
  return { x: near.x + BEHIND * Math.cos(angle), y: near.y + BEHIND * Math.sin(angle) };
}
