import { Maximize, Minus, Plus, RefreshCw } from "lucide-react";
import { type KeyboardEvent, useId, useRef } from "react";
import type { GraphData } from "../../features/graph/graph-data.ts";
import { Button, IconButton } from "../../kit/ui/button.tsx";
import type { Picture } from "./create-picture.ts";
import { noteInWords } from "./note-in-words.ts";
import type { View } from "./scene/create-painter.ts";
import { DIRECTIONS, stepTowards } from "./step-towards.ts";
import { type GraphPictureProps, usePicture } from "./use-picture.ts";

const CLOSER = 0.65;

/** The drawn graph, with keys for everything that the pointer can do. */
export function GraphPicture(props: GraphPictureProps) {
  const { graph, adjacency, view } = props;
  const container = useRef<HTMLDivElement>(null);
  const { picture, isArranging, isLost } = usePicture(container, props);
  const helpId = useId();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (picture && press(event, picture, props)) event.preventDefault();
  };
  const current = graph.notes.find(({ id }) => id === view.current);
  return (
    <div className="relative h-full min-h-0 overflow-hidden">
      <div
        ref={container}
        role="application"
        aria-label="Picture of the graph"
        aria-describedby={helpId}
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="absolute inset-0 touch-none outline-offset-[-2px]"
      />
      {isLost && <LostGraphics onList={props.onList} />}
      <p id={helpId} className="sr-only">
        Arrow keys go from note to note, Enter opens the note, f shows its neighbourhood, Escape leaves. Plus and minus
        zoom, 0 shows all. The list view shows the same as text.
      </p>
      <p aria-live="polite" className="sr-only">
        {current && noteInWords(current, adjacency)}
      </p>
      <div
        role="group"
        aria-label="Zoom"
        className="absolute right-3 bottom-3 flex flex-col rounded-lg border border-line bg-raised shadow-raised"
      >
        <IconButton label="Zoom in" keys="+" onClick={() => picture?.viewport.zoom(CLOSER)}>
          <Plus size={16} />
        </IconButton>
        <IconButton label="Zoom out" keys="-" onClick={() => picture?.viewport.zoom(1 / CLOSER)}>
          <Minus size={16} />
        </IconButton>
        <IconButton label="Show all" keys="0" onClick={() => picture?.viewport.fit()}>
          <Maximize size={15} />
        </IconButton>
        <IconButton label="Arrange again" onClick={() => picture?.arrange()} disabled={isArranging}>
          <RefreshCw size={15} className={isArranging ? "animate-spin motion-reduce:animate-none" : ""} />
        </IconButton>
      </div>
    </div>
  );
}

function LostGraphics({ onList }: { readonly onList: () => void }) {
  return (
    <div
      role="alert"
      className="absolute inset-0 flex flex-col items-center justify-center gap-3 bg-canvas px-6 text-center text-muted"
    >
      <p>The browser has stopped the graphics. The picture returns as soon as they do.</p>
      <Button onClick={onList}>Show the list for now</Button>
    </div>
  );
}

/** Handles a key; returns false when the key does nothing here. */
function press(event: KeyboardEvent, { viewport }: Picture, props: GraphPictureProps): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { view, onCurrent, onOpen, onFocus, onLeave } = props;
  const { current } = view;
  const direction = DIRECTIONS[event.key];
  if (direction) {
    const next = nextNote(viewport, direction, props);
    if (next) {
      onCurrent(next);
      viewport.reveal(next);
    }
    return true;
  }
  switch (event.key) {
    case "+":
    case "=":
      viewport.zoom(CLOSER);
      return true;
    case "-":
      viewport.zoom(1 / CLOSER);
      return true;
    case "0":
      viewport.fit();
      return true;
    case "Enter":
      if (current) onOpen(current);
      return current !== null;
    case "f":
      if (current) onFocus(current);
      return current !== null;
    case "Escape":
      return onLeave();
    default:
      return false;
  }
}

/** Returns the linked note in that direction, else the nearest one; without a current note, the first of `firstNote`. */
function nextNote(
  viewport: Picture["viewport"],
  direction: { readonly x: number; readonly y: number },
  { graph, adjacency, view }: GraphPictureProps,
): string | null {
  const from = view.current === null ? null : viewport.placeOf(view.current);
  if (view.current === null || !from) return firstNote(graph, view);
  const places = (ids: Iterable<string>) =>
    [...ids].filter((id) => id !== view.current).map((id) => [id, viewport.placeOf(id)] as const);
  const shownLinks = (adjacency.get(view.current) ?? []).filter(({ relation }) => view.relations.has(relation));
  const neighbours = places(shownLinks.map(({ id }) => id).filter((id) => view.notes.has(id)));
  return stepTowards(from, direction, neighbours) ?? stepTowards(from, direction, places(view.notes));
}

function firstNote({ notes }: GraphData, { notes: shownIds, matches }: View): string | null {
  const candidates = notes.filter(({ id }) => (matches?.size ? matches : shownIds).has(id));
  const first = candidates.reduce<GraphData["notes"][number] | null>(
    (best, note) => (best && best.importance >= note.importance ? best : note),
    null,
  );
  return first?.id ?? null;
}
