const SHARED = 0.75;

/** Whether two sentences, given as stems, say nearly the same: mostly the same words, and the same numbers. */
export function isSameClaim(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const common = [...a].filter((stem) => b.has(stem)).length;
  return common >= SHARED * (a.size + b.size - common) && numbersIn(a) === numbersIn(b);
}

function numbersIn(stems: ReadonlySet<string>): string {
  return [...stems]
    .filter((stem) => /\p{N}/u.test(stem))
    .sort()
    .join(" ");
}
