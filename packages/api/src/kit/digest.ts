const PRIME = 0x01000193;

/** FNV-1a over the text, twice with different beginnings: 64 bits, as hexadecimal digits. Tells texts apart, no more. */
export function digest(text: string): string {
  return hexOf(hashOf(text));
}

/** A digest of texts in any order, to which they are added one by one: the sums of both halves of their hashes. */
export interface DigestSum {
  add(hash: readonly [number, number]): void;
  digest(): string;
}

export function createDigestSum(): DigestSum {
  let [one, other] = [0, 0];
  return {
    add(hash) {
      one = (one + hash[0]) | 0;
      other = (other + hash[1]) | 0;
    },
    digest: () => hexOf([one, other]),
  };
}

/** Returns the two halves of a text's digest as 32-bit integers. */
export function hashOf(text: string): readonly [number, number] {
  let one = 0x811c9dc5;
  let other = 0xcbf29ce4;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    one = Math.imul(one ^ unit, PRIME);
    other = Math.imul(other ^ unit, PRIME);
  }
  return [one, other];
}

function hexOf(halves: readonly [number, number]): string {
  return halves.map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
