/** Whole words, any case; inflections do not count, British spellings do. `summarize all` is one phrase. */
const COMPLEX = /\b(?:synthesi[sz]e|compare|analy[sz]e|debate|contrast|evaluate|summari[sz]e\s+all)\b/i;

/** Whether a question asks for the more capable model. */
export function wantsCapableModel(query: string): boolean {
  return COMPLEX.test(query);
}
