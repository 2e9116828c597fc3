import type { Settings } from "sigma/settings";
import { drawHover } from "./draw-hover.ts";
import type { LabelDrawer } from "./draw-label.ts";
import type { Inks } from "./inks.ts";
import { LINK_PROGRAMS } from "./link-program.ts";
import { createNoteProgram } from "./note-program.ts";
import type { LinkAttributes, NoteAttributes } from "./scene-graph.ts";

/** Returns sigma's settings. */
export function settingsOf(inks: () => Inks, labels: LabelDrawer): Partial<Settings<NoteAttributes, LinkAttributes>> {
  const notes = createNoteProgram(inks) as never;
  return {
    defaultNodeType: "note",
    nodeProgramClasses: { note: notes },
    nodeHoverProgramClasses: { note: notes },
    edgeProgramClasses: LINK_PROGRAMS as never,
    defaultDrawNodeLabel: labels.draw,
    defaultDrawNodeHover: drawHover(inks),
    labelFont: getComputedStyle(document.body).fontFamily,
    labelSize: 12,
    labelDensity: 1,
    labelGridCellSize: 100,
    labelRenderedSizeThreshold: 5,
    zIndex: true,
    minCameraRatio: 0.01,
    maxCameraRatio: 4,
    // Half of the longest line of a title, so that the outermost titles are not cut off.
    stagePadding: 76,
    minEdgeThickness: 0.8,
    doubleClickTimeout: 400,
    allowInvalidContainer: true,
  };
}
