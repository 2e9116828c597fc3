import type { NodeHoverDrawingFunction } from "sigma/rendering";
import type { Inks } from "./inks.ts";
import type { LinkAttributes, NoteAttributes } from "./scene-graph.ts";

const WIDEST = 320;
const LINE = 18;

/** Draws the whole title of the note under the pointer in a box. */
export function drawHover(inks: () => Inks): NodeHoverDrawingFunction<NoteAttributes, LinkAttributes> {
  return (context, data, { labelSize, labelFont }) => {
    const { raisedSurface, line, text } = inks();
    context.font = `500 ${labelSize}px ${labelFont}`;
    const lines = wrapTitle(context, (data["note"] as NoteAttributes["note"]).title);
    const width = Math.max(...lines.map((words) => context.measureText(words).width)) + 20;
    const height = lines.length * LINE + 12;
    const right = data.x + data.size + 6;
    const isRoom = right + width < context.canvas.clientWidth;
    const leftEdge = isRoom ? right : data.x - data.size - 6 - width;
    const top = data.y - height / 2;
    context.fillStyle = raisedSurface;
    context.strokeStyle = line;
    context.beginPath();
    context.roundRect(leftEdge, top, width, height, 6);
    context.fill();
    context.stroke();
    context.fillStyle = text;
    context.textBaseline = "middle";
    for (const [index, words] of lines.entries())
      context.fillText(words, leftEdge + 10, top + 6 + LINE * (index + 0.5));
    context.beginPath();
    context.strokeStyle = text;
    context.lineWidth = 1.5;
    context.arc(data.x, data.y, data.size + 2.5, 0, Math.PI * 2);
    context.stroke();
  };
}

function wrapTitle(context: CanvasRenderingContext2D, title: string): string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of title.split(/\s+/)) {
    const longer = current ? `${current} ${word}` : word;
    if (current && context.measureText(longer).width > WIDEST) {
      lines.push(current);
      current = word;
    } else {
      current = longer;
    }
  }
  return [...lines, current];
}
