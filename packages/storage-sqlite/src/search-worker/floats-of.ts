/** The blob's numbers; SQLite hands out memory of its own, aligned. */
export function floatsOf(data: Uint8Array): Float32Array {
  const aligned = data.byteOffset % 4 === 0 ? data : data.slice();
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}
