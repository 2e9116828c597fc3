/** Returns a UUIDv7 of the given time, always the same for the same slug. */
export function demoId(createdAt: string, slug: string): string {
  const time = Date.parse(createdAt).toString(16).padStart(12, "0");
  const noise = [1, 2, 3].map((seed) => hash(`${seed} ${slug}`)).join("");
  const variant = "89ab"[Number.parseInt(noise[0]!, 16) & 3]!;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${noise.slice(1, 4)}-${variant}${noise.slice(4, 7)}-${noise.slice(7, 19)}`;
}

/** FNV-1a, 32 bits, as hexadecimal digits. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ character.codePointAt(0)!, 0x01000193);
  return (value >>> 0).toString(16).padStart(8, "0");
}
