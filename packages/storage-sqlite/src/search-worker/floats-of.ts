/** Reads a blob as floats, without a copy if it is aligned, as SQLite's blobs usually are. */
export function floatsOf(data: Uint8Array): Float32Array {
  const alignedBytes = data.byteOffset % 4 === 0 ? data : data.slice();
  return new Float32Array(alignedBytes.buffer, alignedBytes.byteOffset, alignedBytes.byteLength / 4);
}
