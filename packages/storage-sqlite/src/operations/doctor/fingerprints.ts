/** Digests per key, which compare the rows of two sources without keeping the rows. */
export interface Fingerprints {
  /** Adds a text to a key's digest; their order does not matter, repetitions do. */
  add(key: number, text: string): void;
  /** Returns the keys whose texts differ from the other's. */
  differing(other: Fingerprints): number[];
  readonly prints: ReadonlyMap<number, Print>;
}

interface Print {
  count: number;
  one: number;
  two: number;
}

const NOTHING: Print = { count: 0, one: 0, two: 0 };

export function createFingerprints(): Fingerprints {
  const prints = new Map<number, Print>();
  return {
    prints,
    add(key, text) {
      let print = prints.get(key);
      if (print === undefined) prints.set(key, (print = { ...NOTHING }));
      print.count++;
      print.one = (print.one + hash(text, 0x811c9dc5)) >>> 0;
      print.two = (print.two + hash(text, 0x9e3779b9)) >>> 0;
    },
    differing(other) {
      const keys = new Set([...prints.keys(), ...other.prints.keys()]);
      return [...keys].filter((key) => !alike(prints.get(key) ?? NOTHING, other.prints.get(key) ?? NOTHING));
    },
  };
}

function alike(one: Print, other: Print): boolean {
  return one.count === other.count && one.one === other.one && one.two === other.two;
}

/** FNV-1a, mixed at the end so that sums of similar texts differ. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}
