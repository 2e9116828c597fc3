import type Sigma from "sigma";
import type { LinkAttributes, NoteAttributes } from "./scene-graph.ts";

/** Pixels around a note that still count as the note. */
const LEEWAY = 3;

interface Picks {
  getNodeAtPosition(position: { readonly x: number; readonly y: number }): string | null;
}

/**
 * Makes sigma find the note under the pointer by its position. Sigma itself would draw everything a second time and
 * read a pixel back, which blocks the page at every move of the pointer.
 */
export function pickByPlace(sigma: Sigma<NoteAttributes, LinkAttributes>): void {
  // Safe because sigma's listeners look the method up on the instance; a test clicks on a note.
  (sigma as unknown as Picks).getNodeAtPosition = (position) => {
    const { x, y } = sigma.viewportToGraph(position);
    const perPixel = 1 / sigma.getGraphToViewportRatio();
    let best: string | null = null;
    let nearest = Infinity;
    sigma.getGraph().forEachNode((id, note) => {
      if (note.hidden) return;
      const reach = (sigma.scaleSize(note.size) + LEEWAY) * perPixel;
      const distance = (note.x - x) ** 2 + (note.y - y) ** 2;
      if (distance > reach * reach || distance >= nearest) return;
      best = id;
      nearest = distance;
    });
    return best;
  };
}
