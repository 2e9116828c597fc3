import type { Adjacency } from "../../../features/graph/graph-data.ts";

export interface Position {
  readonly x: number;
  readonly y: number;
}

/** Notes start far apart, so that links untangle; the golden angle spreads them evenly. */
const SPREAD = 40;
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
const NEAR = 15;

/** Returns where each note starts: its stored position, else beside a linked note that has one, else on a disc. */
export function initialPositions(
  ids: readonly string[],
  adjacency: Adjacency,
  storedPositions: ReadonlyMap<string, Position>,
): Map<string, Position> {
  const positions = new Map<string, Position>();
  for (const id of ids) if (storedPositions.has(id)) positions.set(id, storedPositions.get(id)!);
  const knowsPlaces = positions.size > 0;
  for (const [index, id] of ids.entries()) {
    if (positions.has(id)) continue;
    const anchor = knowsPlaces && adjacency.get(id)?.find((neighbour) => positions.has(neighbour.id));
    positions.set(id, anchor ? beside(positions.get(anchor.id)!, index) : onDisc(index));
  }
  return positions;
}

function beside({ x, y }: Position, index: number): Position {
  return { x: x + NEAR * Math.cos(index * GOLDEN_ANGLE), y: y + NEAR * Math.sin(index * GOLDEN_ANGLE) };
}

function onDisc(index: number): Position {
  const radius = SPREAD * Math.sqrt(index + 0.5);
  return { x: radius * Math.cos(index * GOLDEN_ANGLE), y: radius * Math.sin(index * GOLDEN_ANGLE) };
}

/** Bytes of an id without dashes, and of an id with two 16-bit integers. */
const ID_BYTES = 16;
const BYTES = ID_BYTES + 4;
/** Steps from the middle to the farthest note. */
const FARTHEST = 32_767;

/** Packs positions into a short text: the size of a step in units, then 20 bytes per note in base64. */
export function packPositions(positions: Iterable<readonly [id: string, position: Position]>): string {
  const all = [...positions].filter(([id]) => isUuid(id));
  const reach = all.reduce((most, [, { x, y }]) => Math.max(most, Math.abs(x), Math.abs(y)), 1);
  const step = reach / FARTHEST;
  const bytes = new Uint8Array(all.length * BYTES);
  const view = new DataView(bytes.buffer);
  for (const [index, [id, { x, y }]] of all.entries()) {
    writeId(bytes, index * BYTES, id);
    view.setInt16(index * BYTES + ID_BYTES, Math.round(x / step));
    view.setInt16(index * BYTES + ID_BYTES + 2, Math.round(y / step));
  }
  return `${step} ${toBase64(bytes)}`;
}

/** Unpacks positions; returns none when the text is unreadable. */
export function unpackPositions(packedText: string): Map<string, Position> {
  const positions = new Map<string, Position>();
  const [stepText, base64] = packedText.split(" ");
  const step = Number(stepText);
  if (!base64 || !(step > 0)) return positions;
  const bytes = bytesOf(base64);
  const view = new DataView(bytes.buffer);
  for (let offset = 0; offset + BYTES <= bytes.length; offset += BYTES) {
    positions.set(readId(bytes, offset), {
      x: view.getInt16(offset + ID_BYTES) * step,
      y: view.getInt16(offset + ID_BYTES + 2) * step,
    });
  }
  return positions;
}

function isUuid(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
}

/** Works on character codes for speed, as thousands of ids are written at once. */
function writeId(bytes: Uint8Array, offset: number, id: string): void {
  let digits = 0;
  for (let index = 0; index < id.length; index++) {
    const code = id.charCodeAt(index);
    if (code === DASH) continue;
    const at = offset + (digits >> 1);
    bytes[at] = (bytes[at]! << 4) | (code <= NINE ? code - ZERO : code - BEFORE_A);
    digits += 1;
  }
}

const [DASH, ZERO, NINE, BEFORE_A] = [45, 48, 57, 87];
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

function readId(bytes: Uint8Array, offset: number): string {
  let id = "";
  for (let index = 0; index < ID_BYTES; index++) {
    id += HEX[bytes[offset + index]!]! + ([3, 5, 7, 9].includes(index) ? "-" : "");
  }
  return id;
}

/** Engines limit the number of arguments of a call. */
const CHUNK = 8_192;

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
