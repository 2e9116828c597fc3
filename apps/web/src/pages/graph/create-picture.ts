import type { Adjacency, GraphData } from "../../features/graph/graph-data.ts";
import { startLayoutWorker } from "./layout/start-layout.ts";
import { initialPositions, type Position } from "./layout/positions.ts";
import { createScene, type SceneEvents } from "./scene/create-scene.ts";
import type { View } from "./scene/create-painter.ts";
import type { Viewport } from "./scene/viewport.ts";

/** The positions of the notes at the last visit. */
export interface StoredLayout {
  readonly positions: ReadonlyMap<string, Position>;
  /** False when the visit ended before the notes had come to rest. */
  readonly isSettled: boolean;
}

/** The drawn graph together with the layout that moves its notes. */
export interface Picture {
  readonly viewport: Viewport;
  show(data: GraphData, adjacency: Adjacency, view: View): void;
  /** Runs the whole layout again. */
  arrange(): void;
  resize(): void;
  recolour(): void;
  dispose(): void;
}

/** Rounds of the layout for a new graph; one that was laid out before needs fewer. */
const ROUNDS = 600;
const ROUNDS_AFTER_A_CHANGE = 60;
const ROUNDS_TO_FINISH = 250;

export function createPicture(
  container: HTMLElement,
  options: {
    readonly events: SceneEvents;
    readonly storedLayout: StoredLayout;
    readonly storeLayout: (layout: StoredLayout) => void;
    readonly onArranging: (isArranging: boolean) => void;
    /** Shows only the final positions, without motion. */
    readonly isStill: boolean;
  },
): Picture {
  const { events, storedLayout, storeLayout: keep, onArranging, isStill } = options;
  const scene = createScene(container, events);
  let shownGraph: GraphData | null = null;
  let isSettled = true;
  const layout = startLayoutWorker((positions, isDone) => {
    if (isDone || !isStill) scene.move(positions);
    if (!isDone) return;
    isSettled = true;
    onArranging(false);
    keep({ positions: scene.positions(), isSettled });
  });

  function arrange(rounds: number): void {
    isSettled = false;
    onArranging(true);
    layout.start({ ...scene.layoutInput(), rounds });
  }

  async function showData(data: GraphData, adjacency: Adjacency, view: View): Promise<void> {
    layout.stop();
    const drawnPositions = scene.positions();
    const knownPositions = new Map([...storedLayout.positions, ...drawnPositions]);
    const wasSettled = drawnPositions.size > 0 ? isSettled : storedLayout.isSettled;
    const linkCount = shownGraph?.links.length ?? data.links.length;
    shownGraph = data;
    const ids = data.notes.map(({ id }) => id);
    const positions = initialPositions(ids, adjacency, knownPositions);
    if (!(await scene.setData(data, positions, view))) return;
    const newShare = ids.filter((id) => !knownPositions.has(id)).length / Math.max(ids.length, 1);
    if (newShare > 0 || linkCount !== data.links.length) {
      arrange(Math.round(ROUNDS_AFTER_A_CHANGE + (ROUNDS - ROUNDS_AFTER_A_CHANGE) * newShare));
    } else if (!wasSettled) {
      arrange(ROUNDS_TO_FINISH);
    } else {
      onArranging(false);
    }
  }

  return {
    viewport: scene.viewport,
    show(data, adjacency, view) {
      if (data === shownGraph) scene.setView(view);
      else void showData(data, adjacency, view);
    },
    arrange: () => arrange(ROUNDS),
    resize: () => scene.resize(),
    recolour: () => scene.recolour(),
    dispose() {
      if (shownGraph && !isSettled) keep({ positions: scene.positions(), isSettled });
      layout.dispose();
      scene.dispose();
    },
  };
}
