import type Sigma from "sigma";
import type { LinkAttributes, NoteAttributes } from "./scene-graph.ts";

/** Controls which part of the graph is on screen. */
export interface Viewport {
  zoom(factor: number): void;
  /** Shows all visible notes. */
  fit(): void;
  /** Brings the note into view if it is outside. */
  reveal(id: string): void;
  /** Returns the note's position in pixels from the picture's corner; null when it is hidden. */
  placeOf(id: string): { readonly x: number; readonly y: number } | null;
}

const GLIDE_MS = 260;
const MARGIN = 60;

export function createViewport(sigma: Sigma<NoteAttributes, LinkAttributes>): Viewport {
  const camera = sigma.getCamera();

  function go(state: Parameters<typeof camera.setState>[0]): void {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) camera.setState(state);
    else void camera.animate(state, { duration: GLIDE_MS });
  }

  function placeOf(id: string) {
    const data = sigma.getNodeDisplayData(id);
    return data && !data.hidden ? sigma.framedGraphToViewport(data) : null;
  }

  return {
    zoom: (factor) => go({ ratio: camera.getBoundedRatio(camera.getState().ratio * factor) }),
    fit() {
      const shownNodes = sigma
        .getGraph()
        .nodes()
        .map((id) => sigma.getNodeDisplayData(id))
        .filter((data) => data && !data.hidden);
      if (shownNodes.length === 0) return;
      const [left, right] = extent(shownNodes.map((data) => data!.x));
      const [bottom, top] = extent(shownNodes.map((data) => data!.y));
      const { width, height } = sigma.getDimensions();
      // At ratio 1 the shorter side of the picture shows the whole graph, whose extent is 1.
      const shorter = Math.min(width, height);
      const ratio = Math.max(((right - left) * shorter) / width, ((top - bottom) * shorter) / height) * 1.15;
      go({ x: (left + right) / 2, y: (bottom + top) / 2, ratio: camera.getBoundedRatio(Math.max(ratio, 0.05)) });
    },
    reveal(id) {
      const place = placeOf(id);
      const data = sigma.getNodeDisplayData(id);
      if (!place || !data) return;
      const { width, height } = sigma.getDimensions();
      const shows = place.x > MARGIN && place.y > MARGIN && place.x < width - MARGIN && place.y < height - MARGIN;
      if (!shows) go({ x: data.x, y: data.y });
    },
    placeOf,
  };
}

function extent(values: readonly number[]): [least: number, most: number] {
  return values.reduce(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Infinity, -Infinity],
  );
}
