import type { Relation } from "@knote/contract";
import type { GraphNote } from "../../../features/graph/graph-data.ts";
import { isSetAside } from "../../../features/notes/note-types.ts";
import type { Inks, Shades } from "./inks.ts";
import { linkDash, linkProgram } from "./link-program.ts";
import { lookNumber, type MARKS } from "./note-program.ts";
import type { Painter } from "./scene-graph.ts";

/** Which part of the graph is visible, and what stands out in it. */
export interface View {
  readonly notes: ReadonlySet<string>;
  readonly relations: ReadonlySet<Relation>;
  /** Notes that a search found; null without a search. */
  readonly matches: ReadonlySet<string> | null;
  /** The note selected by keys or open beside the page. */
  readonly current: string | null;
}

const SMALLEST = 2.5;
const LARGEST = 11;
/** Up to this many notes are drawn in full size; beyond that they shrink, so that they stay apart. */
const ROOMY = 400;

export function createPainter(view: View, inks: Inks, count: number): Painter {
  const scale = Math.max(0.4, Math.min(1, (ROOMY / Math.max(count, 1)) ** 0.3));
  const isFaded = (id: string): boolean => view.matches !== null && !view.matches.has(id);
  return {
    note(note) {
      const { id, type, importance, title } = note;
      const isCurrent = id === view.current;
      const isFound = view.matches?.has(id) ?? false;
      return {
        size: (SMALLEST + (LARGEST - SMALLEST) * importance) * scale * (isCurrent ? 1.5 : isFound ? 1.25 : 1),
        color: inks.types[type][isFaded(id) ? "faded" : isSetAside(note.state) ? "setAside" : "none"],
        look: lookNumber(type, markOf(note, isCurrent)),
        label: isFaded(id) ? "" : title,
        hidden: !view.notes.has(id),
        forceLabel: isCurrent,
        zIndex: isCurrent ? 2 : isFound ? 1 : 0,
      };
    },
    link({ source, target, relation }) {
      const touches = source === view.current || target === view.current;
      const stands = relation === "contradicts" || relation === "supersedes";
      const shade: keyof Shades = isFaded(source) || isFaded(target) ? "faint" : stands ? "slight" : "soft";
      return {
        type: linkProgram(relation),
        dash: linkDash(relation),
        color: inks.relations[relation][touches ? "none" : shade],
        size: (relation === "relates_to" ? 1.3 : stands ? 2.2 : 1.8) * Math.max(scale, 0.5) * (touches ? 1.6 : 1),
        hidden: !view.relations.has(relation) || !view.notes.has(source) || !view.notes.has(target),
      };
    },
  };
}

function markOf(note: GraphNote, isCurrent: boolean): keyof typeof MARKS {
  if (isCurrent) return "current";
  if (note.state === "contested") return "contested";
  return isSetAside(note.state) ? "replaced" : "none";
}
