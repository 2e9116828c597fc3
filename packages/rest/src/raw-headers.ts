/** Headers as names and values, alternating: Node writes such a list without another copy of it. */
export type RawHeaders = readonly string[];

/** Returns the name and the value of each header. */
export function headerPairs(headers: RawHeaders): [name: string, value: string][] {
  return Array.from({ length: headers.length / 2 }, (_, index) => [headers[2 * index]!, headers[2 * index + 1]!]);
}
