const number = new Intl.NumberFormat("en");

/** Writes a count with its noun: "1 note", "1,200 notes". */
export function countOf(count: number, one: string, several: string): string {
  return `${number.format(count)} ${count === 1 ? one : several}`;
}
