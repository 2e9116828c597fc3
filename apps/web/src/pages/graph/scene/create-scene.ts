import { MultiDirectedGraph } from "graphology";
import { Sigma } from "sigma";
import type { GraphData } from "../../../features/graph/graph-data.ts";
import type { Position } from "../layout/positions.ts";
import { createPainter, type View } from "./create-painter.ts";
import { createLabelDrawer } from "./draw-label.ts";
import { readInks } from "./inks.ts";
import { pickByPlace } from "./pick-by-place.ts";
import {
  buildSceneGraph,
  layoutInput,
  type LinkAttributes,
  type NoteAttributes,
  updateSceneGraph,
} from "./scene-graph.ts";
import { settingsOf } from "./settings.ts";
import { createViewport, type Viewport } from "./viewport.ts";

/** The graph drawn with WebGL. */
export interface Scene {
  readonly viewport: Viewport;
  /** Shows other notes and links; resolves with false when a later call replaced this one. */
  setData(data: GraphData, positions: ReadonlyMap<string, Position>, view: View): Promise<boolean>;
  setView(view: View): void;
  /** Moves the notes, in the order of `layoutInput`. */
  move(positions: Float32Array): void;
  positions(): Map<string, Position>;
  /** Returns positions and links by index, in the order that `move` expects. */
  layoutInput(): { readonly positions: Float32Array; readonly links: Uint32Array };
  /** Adapts to a new size of the container. */
  resize(): void;
  /** Applies the colours of the present theme. */
  recolour(): void;
  dispose(): void;
}

export interface SceneEvents {
  readonly onOpen: (id: string) => void;
  readonly onFocus: (id: string) => void;
}

/** With more links than this, they are hidden while the picture moves. */
const MANY_LINKS = 6_000;

/** Refreshes positions without reading every note's attributes again. */
const PLACES_ONLY = { partialGraph: {}, skipIndexation: false };

export function createScene(container: HTMLElement, events: SceneEvents): Scene {
  let inks = readInks();
  const labels = createLabelDrawer(() => inks);
  const sigma = new Sigma<NoteAttributes, LinkAttributes>(
    new MultiDirectedGraph(),
    container,
    settingsOf(() => inks, labels),
  );
  sigma.on("beforeRender", labels.begin);
  pickByPlace(sigma);
  listenTo(sigma, events);
  let view: View | null = null;
  let building = new AbortController();
  const painter = (next: View, count: number) => createPainter(next, inks, count);

  function repaint(next: View): void {
    view = next;
    const graph = sigma.getGraph();
    const { note, link } = painter(next, graph.order);
    // Assigned in place, because setters emit an event, and so a redraw, for each attribute.
    graph.forEachNode((_, attributes) => Object.assign(attributes, note(attributes.note)));
    graph.forEachEdge((_, attributes) => Object.assign(attributes, link(attributes.link)));
    // Not deferred: before it draws, sigma knows no positions.
    sigma.refresh();
  }

  async function setData(data: GraphData, positions: ReadonlyMap<string, Position>, next: View): Promise<boolean> {
    building.abort();
    building = new AbortController();
    const { signal } = building;
    view = next;
    const usedInks = inks;
    const parts = { painter: painter(next, data.notes.length), positions };
    const current = sigma.getGraph();
    if (current.order === 0 || !updateSceneGraph(current, data, parts)) {
      const graph = await buildSceneGraph(data, positions, { painter: parts.painter, signal });
      if (!graph) return false;
      sigma.setSetting("hideEdgesOnMove", data.links.length > MANY_LINKS);
      sigma.setGraph(graph);
      // Applies what changed while the graph was being built.
      if (view !== next || inks !== usedInks) repaint(view);
      return true;
    }
    repaint(next);
    return true;
  }

  return {
    viewport: createViewport(sigma),
    setData,
    setView: repaint,
    move(positions) {
      let at = 0;
      sigma.getGraph().forEachNode((_, attributes) => {
        attributes.x = positions[at++] ?? attributes.x;
        attributes.y = positions[at++] ?? attributes.y;
      });
      sigma.refresh(PLACES_ONLY);
    },
    positions: () => new Map(sigma.getGraph().mapNodes((id, { x, y }): [string, Position] => [id, { x, y }])),
    layoutInput: () => layoutInput(sigma.getGraph()),
    resize: () => sigma.refresh({ ...PLACES_ONLY, schedule: true }),
    recolour() {
      inks = readInks();
      if (view) repaint(view);
    },
    dispose() {
      building.abort();
      sigma.kill();
    },
  };
}

function listenTo(sigma: Sigma<NoteAttributes, LinkAttributes>, { onOpen, onFocus }: SceneEvents): void {
  const container = sigma.getContainer();
  sigma.on("clickNode", ({ node }) => onOpen(node));
  sigma.on("doubleClickNode", ({ node, preventSigmaDefault }) => {
    preventSigmaDefault();
    onFocus(node);
  });
  sigma.on("enterNode", () => (container.style.cursor = "pointer"));
  sigma.on("leaveNode", () => (container.style.cursor = ""));
}
