import { hash } from "node:crypto";

export interface Sum {
  readonly count: number;
  readonly checksum: string;
}

export interface Digest {
  add(record: object): void;
  sum(): Sum;
}

const SIZE = 1n << 256n;

/** Creates a digest that counts records and adds up their SHA-256, so that their order does not matter. */
export function createDigest(): Digest {
  let count = 0;
  let total = 0n;
  return {
    add(record) {
      count++;
      total = (total + BigInt(`0x${hash("sha256", canonical(record), "hex")}`)) % SIZE;
    },
    sum: () => ({ count, checksum: total.toString(16) }),
  };
}

/** Returns JSON with the keys of every object sorted. */
function canonical(record: object): string {
  return JSON.stringify(record, (_, value: unknown) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}
