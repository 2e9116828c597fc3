import type { Relation } from "@knote/contract";
import type Sigma from "sigma";
import {
  createEdgeArrowHeadProgram,
  createEdgeCompoundProgram,
  EdgeProgram,
  type EdgeProgramType,
  type ProgramInfo,
} from "sigma/rendering";
import type { EdgeDisplayData, NodeDisplayData, RenderParams } from "sigma/types";
import { floatColor } from "sigma/utils";
import { RELATION_LOOKS } from "../../../features/notes/note-types.ts";
import { LINK_FRAGMENT_SHADER, LINK_VERTEX_SHADER } from "./link-shaders.ts";

const UNIFORMS = [
  "u_matrix",
  "u_zoomRatio",
  "u_sizeRatio",
  "u_correctionRatio",
  "u_pixelRatio",
  "u_feather",
  "u_minEdgeThickness",
  "u_dimensions",
] as const;

/** Draws links with the dash of their relation, which sigma's own program cannot. */
class LinkProgram extends EdgeProgram<(typeof UNIFORMS)[number]> {
  constructor(gl: WebGLRenderingContext, _picking: WebGLFramebuffer | null, renderer: Sigma) {
    // No picking buffer: `pickByPlace` finds notes by position.
    super(gl, null, renderer);
  }

  getDefinition() {
    const { FLOAT, UNSIGNED_BYTE, TRIANGLES } = WebGLRenderingContext;
    return {
      VERTICES: 6,
      VERTEX_SHADER_SOURCE: LINK_VERTEX_SHADER,
      FRAGMENT_SHADER_SOURCE: LINK_FRAGMENT_SHADER,
      METHOD: TRIANGLES,
      UNIFORMS,
      ATTRIBUTES: [
        { name: "a_positionStart", size: 2, type: FLOAT },
        { name: "a_positionEnd", size: 2, type: FLOAT },
        { name: "a_normal", size: 2, type: FLOAT },
        { name: "a_dash", size: 2, type: FLOAT },
        { name: "a_color", size: 4, type: UNSIGNED_BYTE, normalized: true },
      ],
      CONSTANT_ATTRIBUTES: [
        { name: "a_positionCoef", size: 1, type: FLOAT },
        { name: "a_normalCoef", size: 1, type: FLOAT },
      ],
      CONSTANT_DATA: [
        [0, 1],
        [0, -1],
        [1, 1],
        [1, 1],
        [0, -1],
        [1, -1],
      ],
    };
  }

  processVisibleItem(
    _index: number,
    startIndex: number,
    source: NodeDisplayData,
    target: NodeDisplayData,
    data: EdgeDisplayData & { dash?: readonly [on: number, period: number] },
  ): void {
    const [dx, dy] = [target.x - source.x, target.y - source.y];
    const scale = dx || dy ? (data.size || 1) / Math.hypot(dx, dy) : 0;
    const [on, period] = data.dash ?? [0, 0];
    const { array } = this;
    let at = startIndex;
    array[at++] = source.x;
    array[at++] = source.y;
    array[at++] = target.x;
    array[at++] = target.y;
    array[at++] = -dy * scale;
    array[at++] = dx * scale;
    array[at++] = on;
    array[at++] = period;
    array[at] = floatColor(data.color);
  }

  setUniforms(params: RenderParams, { gl, uniformLocations }: ProgramInfo<(typeof UNIFORMS)[number]>): void {
    gl.uniformMatrix3fv(uniformLocations.u_matrix, false, params.matrix);
    gl.uniform1f(uniformLocations.u_zoomRatio, params.zoomRatio);
    gl.uniform1f(uniformLocations.u_sizeRatio, params.sizeRatio);
    gl.uniform1f(uniformLocations.u_correctionRatio, params.correctionRatio);
    gl.uniform1f(uniformLocations.u_pixelRatio, params.pixelRatio);
    gl.uniform1f(uniformLocations.u_feather, params.antiAliasingFeather);
    gl.uniform1f(uniformLocations.u_minEdgeThickness, params.minEdgeThickness);
    gl.uniform2f(uniformLocations.u_dimensions, params.width, params.height);
  }
}

const ArrowHead = createEdgeArrowHeadProgram({
  extremity: "target",
  lengthToThicknessRatio: 4.5,
  widenessToThicknessRatio: 3.6,
});

export const LINK_PROGRAMS: Record<string, EdgeProgramType> = {
  line: LinkProgram,
  arrow: createEdgeCompoundProgram([LinkProgram, ArrowHead]),
};

export function linkProgram(relation: Relation): keyof typeof LINK_PROGRAMS {
  return relation === "supersedes" ? "arrow" : "line";
}

/** Returns the length of a dash and its period in pixels; zeros for a solid line. */
export function linkDash(relation: Relation): readonly [on: number, period: number] {
  const [on = 0, off = 0] = RELATION_LOOKS[relation].dash.split(" ").map(Number);
  return on > 0 ? [on + 0.5, on + off] : [0, 0];
}
