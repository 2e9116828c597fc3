import type { NoteType } from "@knote/contract";
import type Sigma from "sigma";
import { NodeProgram, type NodeProgramType, type ProgramInfo } from "sigma/rendering";
import type { NodeDisplayData, RenderParams } from "sigma/types";
import { floatColor } from "sigma/utils";
import { NOTE_TYPES } from "../../../features/notes/note-types.ts";
import type { Inks } from "./inks.ts";
import { NOTE_FRAGMENT_SHADER, NOTE_VERTEX_SHADER } from "./note-shaders.ts";

const UNIFORMS = ["u_sizeRatio", "u_correctionRatio", "u_matrix", "u_contested", "u_ground", "u_text"] as const;
const THIRD = (2 * Math.PI) / 3;

/** Marks drawn on a note besides its shape. */
export const MARKS = { none: 0, contested: 1, replaced: 2, current: 3 } as const;

/** Draws notes in the shape of their type, with the mark of their state. */
export function createNoteProgram(inks: () => Inks): NodeProgramType {
  return class extends NodeProgram<(typeof UNIFORMS)[number]> {
    constructor(gl: WebGLRenderingContext, _picking: WebGLFramebuffer | null, renderer: Sigma) {
      // No picking buffer: `pickByPlace` finds notes by position.
      super(gl, null, renderer);
    }

    getDefinition() {
      const { FLOAT, UNSIGNED_BYTE, TRIANGLES } = WebGLRenderingContext;
      return {
        VERTICES: 3,
        VERTEX_SHADER_SOURCE: NOTE_VERTEX_SHADER,
        FRAGMENT_SHADER_SOURCE: NOTE_FRAGMENT_SHADER,
        METHOD: TRIANGLES,
        UNIFORMS,
        ATTRIBUTES: [
          { name: "a_position", size: 2, type: FLOAT },
          { name: "a_size", size: 1, type: FLOAT },
          { name: "a_look", size: 1, type: FLOAT },
          { name: "a_color", size: 4, type: UNSIGNED_BYTE, normalized: true },
        ],
        CONSTANT_ATTRIBUTES: [{ name: "a_angle", size: 1, type: FLOAT }],
        CONSTANT_DATA: [[0], [THIRD], [2 * THIRD]],
      };
    }

    processVisibleItem(_index: number, startIndex: number, data: NodeDisplayData & { look?: number }): void {
      const { x, y, size, look = 0, color } = data;
      this.array.set([x, y, size, look, floatColor(color)], startIndex);
    }

    setUniforms(params: RenderParams, { gl, uniformLocations }: ProgramInfo<(typeof UNIFORMS)[number]>): void {
      const { contested, ground, text } = inks().marks;
      gl.uniform1f(uniformLocations.u_correctionRatio, params.correctionRatio);
      gl.uniform1f(uniformLocations.u_sizeRatio, params.sizeRatio);
      gl.uniformMatrix3fv(uniformLocations.u_matrix, false, params.matrix);
      gl.uniform3fv(uniformLocations.u_contested, contested);
      gl.uniform3fv(uniformLocations.u_ground, ground);
      gl.uniform3fv(uniformLocations.u_text, text);
    }
  };
}

/** Encodes shape and mark as one number for the shaders. */
export function lookNumber(type: NoteType, mark: keyof typeof MARKS): number {
  return NOTE_TYPES.indexOf(type) + 8 * MARKS[mark];
}
