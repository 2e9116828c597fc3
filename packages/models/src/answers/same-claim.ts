const LEAST_OVERLAP = 0.75;

/** Returns whether two sentences, given as stems, share most words and have the same numbers. */
export function isSameClaim(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return shareAlike(a, b) && numbersIn(a) === numbersIn(b);
}

/** Returns whether two sentences differ only in a number, like two states of one fact. */
export function isOtherState(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [one, other] = [numbersIn(a), numbersIn(b)];
  return one !== "" && other !== "" && one !== other && shareAlike(withoutNumbers(a), withoutNumbers(b));
}

function shareAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const common = [...a].filter((stem) => b.has(stem)).length;
  return common >= LEAST_OVERLAP * (a.size + b.size - common);
}

function numbersIn(stems: ReadonlySet<string>): string {
  return [...stems].filter(isNumber).sort().join(" ");
}

function withoutNumbers(stems: ReadonlySet<string>): Set<string> {
  return new Set([...stems].filter((stem) => !isNumber(stem)));
}

function isNumber(stem: string): boolean {
  return /\p{N}/u.test(stem);
}
