import type { NodeLabelDrawingFunction } from "sigma/rendering";
import type { Inks } from "./inks.ts";
import type { LinkAttributes, NoteAttributes } from "./scene-graph.ts";

/** Most characters per line. */
const LENGTH = 24;
const MOST_LINES = 2;
const LINE_HEIGHT = 1.25;
const GAP = 3;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface LabelDrawer {
  /** Starts a new frame, in which no space is taken. */
  begin(): void;
  readonly draw: NodeLabelDrawingFunction<NoteAttributes, LinkAttributes>;
}

/** Draws titles under their notes where there is room; of two that overlap only the first, which is more important. */
export function createLabelDrawer(inks: () => Inks): LabelDrawer {
  let takenBoxes: Box[] = [];
  return {
    begin: () => void (takenBoxes = []),
    draw(context, data, { labelSize, labelFont }) {
      if (!data.label) return;
      const { ground, text } = inks();
      context.font = `${labelSize}px ${labelFont}`;
      const lines = inLines(data.label);
      const widths = lines.map((line) => context.measureText(line).width);
      const half = Math.max(...widths) / 2;
      const top = data.y + data.size + GAP;
      const lineHeight = labelSize * LINE_HEIGHT;
      const box = { left: data.x - half, right: data.x + half, top, bottom: top + lines.length * lineHeight + GAP };
      const isForced = data["forceLabel"] === true;
      if (!isForced && takenBoxes.some((other) => overlap(box, other))) return;
      takenBoxes.push(box);
      context.lineJoin = "round";
      context.lineWidth = 3;
      context.strokeStyle = ground;
      context.fillStyle = text;
      for (const [index, line] of lines.entries()) {
        const [lineX, baseline] = [data.x - widths[index]! / 2, top + labelSize + index * lineHeight];
        context.strokeText(line, lineX, baseline);
        context.fillText(line, lineX, baseline);
      }
    },
  };
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** Breaks a title into lines of whole words, as many as fit. */
export function inLines(title: string): string[] {
  const lines: string[] = [];
  for (const word of title.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= LENGTH) lines[lines.length - 1] = `${last} ${word}`;
    else if (lines.length < MOST_LINES) lines.push(shorten(word, LENGTH));
    else return [...lines.slice(0, -1), `${shorten(last!, LENGTH - 1)}…`];
  }
  return lines;
}

function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
