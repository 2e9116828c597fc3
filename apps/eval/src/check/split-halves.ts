/**
 * Splits pairs of texts into two halves that share no text: whole groups of texts that occur together, by a hash of
 * their first text. One half tunes a rule, the other measures it.
 */
export function splitHalves<Pair extends { readonly one: string; readonly other: string }>(
  pairs: readonly Pair[],
): readonly [Pair[], Pair[]] {
  const parents = new Map<string, string>();
  const rootOf = (text: string): string => {
    const parent = parents.get(text) ?? text;
    return parent === text ? text : rootOf(parent);
  };
  for (const { one, other } of pairs) parents.set(rootOf(one), rootOf(other));
  const firsts = new Map<string, string>();
  for (const text of pairs.flatMap(({ one, other }) => [one, other])) {
    const root = rootOf(text);
    const first = firsts.get(root);
    if (first === undefined || text < first) firsts.set(root, text);
  }
  const isSecond = ({ one }: Pair) => hashOf(firsts.get(rootOf(one))!) % 2 === 1;
  return [pairs.filter((pair) => !isSecond(pair)), pairs.filter(isSecond)];
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
