/** A question with one of these goes to the more capable model: whole words, any case, British spellings too. */
export const COMPLEX_QUESTION = /\b(?:synthesi[sz]e|compare|analy[sz]e|debate|contrast|evaluate|summari[sz]e\s+all)\b/i;
