import { closeSync, openSync, readSync, writeSync } from "node:fs";

/** How a run of the package's weights is turned into one of ours. */
type Step = readonly [how: "nibbles" | "scales" | "floats", from: number, count: number, to: number];

/** Where things stand in the package's file and where they go, as `make_e5_graph.py` wrote it. */
export interface WeightsLayout {
  /** Offset and length of the tokenizer's vocabulary. */
  readonly pieces: readonly [number, number];
  readonly bytes: number;
  readonly weights: readonly Step[];
}

/** A block of the package: a scale of 16 bits, then 32 weights, the first half of them in the lower nibbles. */
const BLOCK_BYTES = 18;
const NIBBLE_BYTES = 16;
const FLOAT_BYTES = 4;
const AT_ONCE = 1 << 15;
const IN_BYTES = { nibbles: BLOCK_BYTES, scales: BLOCK_BYTES, floats: FLOAT_BYTES } as const;
const OUT_BYTES = { nibbles: NIBBLE_BYTES, scales: FLOAT_BYTES, floats: FLOAT_BYTES } as const;

/** Writes the weights in the order in which the runtime reads them, a part at a time to spare memory. */
export function writeWeights(source: string, { weights }: WeightsLayout, target: string): void {
  const input = openSync(source, "r");
  const output = openSync(target, "w");
  const part = Buffer.alloc(AT_ONCE * BLOCK_BYTES);
  try {
    for (const [how, from, count, to] of weights)
      for (let first = 0; first < count; first += AT_ONCE) {
        const length = Math.min(AT_ONCE, count - first);
        const bytes = part.subarray(0, length * IN_BYTES[how]);
        readSync(input, bytes, 0, bytes.length, from + first * IN_BYTES[how]);
        const outputBytes = how === "floats" ? bytes : how === "scales" ? scalesOf(bytes) : nibblesOf(bytes);
        writeSync(output, outputBytes, 0, outputBytes.length, to + first * OUT_BYTES[how]);
      }
  } finally {
    closeSync(input);
    closeSync(output);
  }
}

function scalesOf(blocks: Buffer): Buffer {
  const scales = Buffer.alloc((blocks.length / BLOCK_BYTES) * FLOAT_BYTES);
  for (let block = 0; block * BLOCK_BYTES < blocks.length; block++)
    scales.writeFloatLE(halfToNumber(blocks.readUInt16LE(block * BLOCK_BYTES)), block * FLOAT_BYTES);
  return scales;
}

/** The runtime has neighbours in one byte: weights 0 and 1, 2 and 3, and so on. */
function nibblesOf(blocks: Buffer): Buffer {
  const nibbles = Buffer.alloc((blocks.length / BLOCK_BYTES) * NIBBLE_BYTES);
  for (let from = 2, to = 0; from < blocks.length; from += BLOCK_BYTES, to += NIBBLE_BYTES)
    for (let pair = 0; pair < NIBBLE_BYTES / 2; pair++) {
      const [one, other] = [blocks[from + 2 * pair]!, blocks[from + 2 * pair + 1]!];
      nibbles[to + pair] = (one & 0x0f) | ((other & 0x0f) << 4);
      nibbles[to + NIBBLE_BYTES / 2 + pair] = (one >> 4) | (other & 0xf0);
    }
  return nibbles;
}

function halfToNumber(half: number): number {
  const [sign, exponent, fraction] = [half & 0x8000 ? -1 : 1, (half >> 10) & 0x1f, half & 0x3ff];
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
