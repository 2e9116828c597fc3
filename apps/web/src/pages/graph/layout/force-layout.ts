import iterate from "graphology-layout-forceatlas2/iterate.js";

/** ForceAtlas2's array format: numbers per node and per link. */
const PER_NODE = 10;
const PER_LINK = 3;
const MASS = 6;

/** From this many notes on, distant ones repel as groups (Barnes–Hut). */
const MANY = 800;
/** The layout rests when a round moves notes on average by less than this share of the picture's extent. */
const AT_REST = 0.0004;

export interface LayoutInput {
  /** x and y of each note in turn. */
  readonly positions: Float32Array;
  /** Indices of the two notes of each link in turn. */
  readonly links: Uint32Array;
  readonly rounds: number;
}

export interface ForceLayout {
  readonly isDone: boolean;
  round(): void;
  positions(): Float32Array<ArrayBuffer>;
}

/** Creates a layout in which linked notes attract and all notes repel each other, round by round until they rest. */
export function createForceLayout({ positions, links, rounds }: LayoutInput): ForceLayout {
  const count = positions.length / 2;
  const nodes = new Float32Array(count * PER_NODE);
  for (let index = 0; index < count; index++) {
    nodes.set([positions[index * 2]!, positions[index * 2 + 1]!, 0, 0, 0, 0, 1, 1, 1, 0], index * PER_NODE);
  }
  const edges = new Float32Array((links.length / 2) * PER_LINK);
  for (let index = 0; index < links.length / 2; index++) {
    const [source, target] = [links[index * 2]! * PER_NODE, links[index * 2 + 1]! * PER_NODE];
    edges.set([source, target, 1], index * PER_LINK);
    nodes[source + MASS]! += 1;
    nodes[target + MASS]! += 1;
  }
  const settings = forceSettings(count);
  let roundsLeft = count > 1 ? rounds : 0;

  return {
    get isDone() {
      return roundsLeft <= 0;
    },
    round() {
      const before = placesOf(nodes);
      iterate(settings, nodes, edges);
      roundsLeft = movement(before, nodes) < AT_REST ? 0 : roundsLeft - 1;
    },
    positions: () => placesOf(nodes),
  };
}

function forceSettings(count: number) {
  return {
    linLogMode: false,
    outboundAttractionDistribution: false,
    adjustSizes: false,
    edgeWeightInfluence: 1,
    scalingRatio: 10,
    strongGravityMode: true,
    gravity: 0.08,
    slowDown: 1 + Math.log(Math.max(count, 2)),
    barnesHutOptimize: count > MANY,
    barnesHutTheta: 0.7,
  };
}

function placesOf(nodes: Float32Array): Float32Array<ArrayBuffer> {
  const places = new Float32Array((nodes.length / PER_NODE) * 2);
  for (let index = 0; index < places.length / 2; index++) {
    places[index * 2] = nodes[index * PER_NODE]!;
    places[index * 2 + 1] = nodes[index * PER_NODE + 1]!;
  }
  return places;
}

/** Returns how far notes moved on average, as a share of their distance from the middle. */
function movement(before: Float32Array, nodes: Float32Array): number {
  let totalMovement = 0;
  let reach = 0;
  const count = before.length / 2;
  for (let index = 0; index < count; index++) {
    const [x, y] = [nodes[index * PER_NODE]!, nodes[index * PER_NODE + 1]!];
    totalMovement += Math.hypot(x - before[index * 2]!, y - before[index * 2 + 1]!);
    reach += Math.hypot(x, y);
  }
  return reach === 0 ? 0 : totalMovement / reach;
}
