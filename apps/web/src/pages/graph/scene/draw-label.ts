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
  let taken: Box[] = [];
  return {
    begin: () => void (taken = []),
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
      if (!isForced && taken.some((other) => overlap(box, other))) return;
      taken.push(box);
      context.lineJoin = "round";
      context.lineWidth = 3;
      context.strokeStyle = ground;
      context.fillStyle = text;
      for (const [index, line] of lines.entries()) {
        const [left, baseline] = [data.x - widths[index]! / 2, top + labelSize + index * lineHeight];
        context.strokeText(line, left, baseline);
        context.fillText(line, left, baseline);
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
    else if (lines.length < MOST_LINES) lines.push(shortened(word, LENGTH));
    else return [...lines.slice(0, -1), `${shortened(last!, LENGTH - 1)}…`];
  }
  return lines;
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
