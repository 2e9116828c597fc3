/** The number of pieces, the ids of `<s>`, `</s>`, `<pad>` and `<unk>`, and the length of the text in 8 bytes. */
const HEADER_BYTES = 28;
const EMPTY = -1;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** The pieces of a vocabulary, looked up by their bytes in UTF-8. */
export interface PieceTable {
  readonly unknownId: number;
  readonly scores: Float32Array;
  /** The least score of a piece that text is cut into. */
  readonly leastScore: number;
  /** Visits the pieces that occur in the text at `start`, shortest first. */
  findAll(text: Buffer, start: number, visit: (id: number, length: number) => void): void;
}

/** Creates a hash table with open addressing, as an object for each piece would take ten times the memory. */
export function createPieceTable(data: Buffer): PieceTable {
  const count = data.readInt32LE(0);
  const numbers = data.buffer.slice(
    data.byteOffset + HEADER_BYTES,
    data.byteOffset + HEADER_BYTES + 4 * (2 * count + 1),
  );
  const offsets = new Uint32Array(numbers, 0, count + 1);
  const scores = new Float32Array(numbers, offsets.byteLength, count);
  const bytes = data.subarray(HEADER_BYTES + offsets.byteLength + scores.byteLength);
  const mask = 2 ** Math.ceil(Math.log2(2 * count)) - 1;
  const table = new Int32Array(mask + 1).fill(EMPTY);
  const specialIds = specialIdsOf(data, count);
  let leastScore = Infinity;
  let longest = 0;

  for (let id = 0; id < count; id++) {
    if (specialIds.has(id)) continue;
    let slot = slotOf(bytes.subarray(offsets[id], offsets[id + 1]).reduce(nextHash, FNV_OFFSET), mask);
    while (table[slot] !== EMPTY) slot = (slot + 1) & mask;
    table[slot] = id;
    leastScore = Math.min(leastScore, scores[id]!);
    longest = Math.max(longest, offsets[id + 1]! - offsets[id]!);
  }

  function find(text: Buffer, start: number, end: number, hash: number): number {
    for (let slot = slotOf(hash, mask); ; slot = (slot + 1) & mask) {
      const id = table[slot]!;
      if (id === EMPTY) return EMPTY;
      const [from, to] = [offsets[id]!, offsets[id + 1]!];
      if (to - from === end - start && bytes.compare(text, start, end, from, to) === 0) return id;
    }
  }

  function findAll(text: Buffer, start: number, visit: (id: number, length: number) => void): void {
    const last = Math.min(text.length, start + longest);
    let hash = FNV_OFFSET;
    for (let end = start + 1; end <= last; end++) {
      hash = nextHash(hash, text[end - 1]!);
      const id = find(text, start, end, hash);
      if (id !== EMPTY) visit(id, end - start);
    }
  }

  return { unknownId: data.readInt32LE(16), scores, leastScore, findAll };
}

/** Ids that no text stands for: those of the header, and the last, which is `<mask>`. */
function specialIdsOf(data: Buffer, count: number): ReadonlySet<number> {
  return new Set([...[4, 8, 12, 16].map((place) => data.readInt32LE(place)), count - 1]);
}

function nextHash(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, FNV_PRIME);
}

function slotOf(hash: number, mask: number): number {
  return (hash ^ (hash >>> 15)) & mask;
}
