/** Citations as models write them: `[1]`, `[1, 2]`, `[1-3]`, `[^1]`, `[note 1]`, `【1†source】`. */
const MARK =
  /[^\S\n]{0,8}[[【]\s{0,8}(?:notes?\s{0,8}|passages?\s{0,8}|\^|#)?(\d{1,3}(?:\s{0,8}[-–,;&]\s{0,8}\d{1,3}){0,50})\s{0,8}(?:†[^\][【】]{0,80})?[\]】]/gi;
const LONGEST_RANGE = 20;

/** Removes everything that looks like a citation. */
export function withoutMarks(text: string): string {
  return text.replace(MARK, "");
}

/** Turns the brackets of everything that looks like a citation into parentheses; the numbers stay legible. */
export function defuseMarks(text: string): string {
  return text.replace(MARK, (mark) => mark.replace(/[[【]/, "(").replace(/[\]】]/, ")"));
}

/** Rewrites citations of the notes 1 to `count` as ` [n]` and drops all others. Returns the cited numbers too. */
export function readMarks(text: string, count: number): { text: string; cited: number[] } {
  const cited: number[] = [];
  const rewrittenText = text.replace(MARK, (_mark, numbers: string) => {
    const valid = expand(numbers).filter((number) => number >= 1 && number <= count);
    cited.push(...valid);
    return marksOf(valid);
  });
  return { text: rewrittenText, cited };
}

/** Puts citations at the end of a sentence, before its full stop. */
export function addMarks(sentence: string, numbers: readonly number[]): string {
  if (!/[\p{L}\p{N}]/u.test(sentence)) return sentence;
  return sentence.replace(/(?:[.!?…。！？]+["'”’)*_]*)?\s*$/, (end) => marksOf(numbers) + end);
}

function marksOf(numbers: readonly number[]): string {
  return [...new Set(numbers)].map((number) => ` [${number}]`).join("");
}

function expand(numbers: string): number[] {
  return numbers.split(/[,;&]/).flatMap((part) => {
    const [from = 0, to = from] = part.split(/[-–]/).map(Number);
    return to >= from && to - from < LONGEST_RANGE
      ? Array.from({ length: to - from + 1 }, (_, step) => from + step)
      : [];
  });
}
