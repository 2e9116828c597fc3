import type { NodeLabelDrawingFunction } from "sigma/rendering";
import type { Inks } from "./inks.ts";
import type { LinkAttributes, NoteAttributes } from "./scene-graph.ts";

const LENGTH = 30;
const GAP = 3;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface LabelDrawer {
  /** Another picture begins, with room everywhere. */
  begin(): void;
  readonly draw: NodeLabelDrawingFunction<NoteAttributes, LinkAttributes>;
}

/** Titles under their notes, as many as there is room for; of two in one place the first, which weighs more. */
export function createLabelDrawer(inks: () => Inks): LabelDrawer {
  let taken: Box[] = [];
  return {
    begin: () => void (taken = []),
    draw(context, data, { labelSize, labelFont }) {
      if (!data.label) return;
      const { ground, text } = inks();
      const label = shortened(data.label);
      context.font = `${labelSize}px ${labelFont}`;
      const half = context.measureText(label).width / 2;
      const top = data.y + data.size + GAP;
      const box = { left: data.x - half, right: data.x + half, top, bottom: top + labelSize + GAP };
      const isForced = data["forceLabel"] === true;
      if (!isForced && taken.some((other) => overlap(box, other))) return;
      taken.push(box);
      context.lineJoin = "round";
      context.lineWidth = 3;
      context.strokeStyle = ground;
      context.strokeText(label, box.left, top + labelSize);
      context.fillStyle = text;
      context.fillText(label, box.left, top + labelSize);
    },
  };
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function shortened(title: string): string {
  return title.length > LENGTH ? `${title.slice(0, LENGTH - 1).trimEnd()}…` : title;
}
