/** Words that call for the more capable model: whole words, any case, British spellings too. */
const COMPLEX_QUESTION = /\b(?:synthesi[sz]e|compare|analy[sz]e|debate|contrast|evaluate|summari[sz]e\s+all)\b/i;

/** Whether a question calls for the more capable model; inflected forms of the words do not count. */
export function wantsCapableModel(query: string): boolean {
  return COMPLEX_QUESTION.test(query);
}
