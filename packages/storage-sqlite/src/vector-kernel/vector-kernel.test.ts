import { describe, expect, it } from "vitest";
import { assembleScan } from "./assemble.ts";
import { SCAN_BYTES } from "./scan-bytes.ts";
import { createVectorKernel } from "./vector-kernel.ts";

const QUERY = 0;
const SCALES = 8_192;
const SCORES = 12_288;
const ROWS = 16_384;

describe("vector kernel", () => {
  it("matches its assembled source", async () => {
    expect(Buffer.from(await assembleScan()).toString("base64")).toBe(SCAN_BYTES);
  });

  it.each([16, 32, 384, 1_024, 1_536, 3_072])("scores rows of %i bytes as plain arithmetic does", (bytes) => {
    const { memory, scan } = createVectorKernel(1);
    const count = 7;
    const [query, rows] = [
      new Int16Array(memory.buffer, QUERY, bytes),
      new Int8Array(memory.buffer, ROWS, bytes * count),
    ];
    const [scales, scores] = [
      new Float32Array(memory.buffer, SCALES, count),
      new Float32Array(memory.buffer, SCORES, count + 1),
    ];
    query.forEach((_, index) => (query[index] = ((index * 7_919) % 8_191) - 4_095));
    rows.forEach((_, index) => (rows[index] = ((index * 104_729) % 255) - 127));
    scales.forEach((_, index) => (scales[index] = 1 / (index + 1)));
    scores.fill(-1);
    scan(QUERY, { rows: ROWS, count, rowBytes: bytes, scales: SCALES, scores: SCORES });
    for (let row = 0; row < count; row++) {
      const exact = query.reduce((sum, value, index) => sum + value * rows[row * bytes + index]!, 0);
      expect(scores[row]).toBe(Math.fround(Math.fround(exact) * scales[row]!));
    }
    expect(scores[count]).toBe(-1);
  });

  it("scores nothing when there are no rows", () => {
    const { memory, scan } = createVectorKernel(1);
    scan(QUERY, { rows: ROWS, count: 0, rowBytes: 16, scales: SCALES, scores: SCORES });
    expect(new Float32Array(memory.buffer, SCORES, 4)).toEqual(new Float32Array(4));
  });
});
