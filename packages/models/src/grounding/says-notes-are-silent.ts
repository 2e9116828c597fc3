/** The instructed beginning of a sentence about something that is not in the notes. */
export const SILENT_OPENING = "Your notes do not";

const LONGEST = 300;
const NOT_IN_NOTES = [
  /^(?:your|the|these|those)\s+notes?\s+(?:do|does|did)(?:\s+not|n['’]t)\s+(?:\w+\s+)?(?:answer|contain|cover|describe|explain|give|have|hold|include|indicate|mention|name|provide|record|say|show|specify|state|tell)\b/i,
  /^(?:there\s+(?:is|are)|there['’]s|i\s+(?:found|see))\s+(?:nothing|no)\b[^.]*\bnotes?\b/i,
  /^(?:nothing|none)\s+(?:in|of)\s+(?:your|the|these)\s+notes?\b/i,
  /^i\s+(?:could\s+not|couldn['’]t|can\s*not|can['’]t|did\s+not|didn['’]t)\s+find\b[^.]*\bnotes?\b/i,
];
/** Anything could follow these: another clause, a request to the reader, an address. */
const GOES_ON =
  /[:;—–]|\b(?:but|however|although|though|yet|while|instead|so|thus|hence|therefore|then|because|please|you)\b|https?:|[^\s.][.@/\\][^\s.)\]"'”’]/i;
/** A list of missing facts can go on behind a comma. */
const QUESTION_WORD = "(?:when|where|why|how|who|whom|whose|what|which|whether|if)\\b";
const NEXT_CLAUSE = new RegExp(
  `,(?!\\s*(?:(?:and|or)\\s+)?${QUESTION_WORD})|\\b(?:and|or)\\s+(?:the|an?|it|that|th[ei]se?|those|they|he|she|we|i|your|my|our|its|his|her|their)\\b`,
  "i",
);

/** Returns whether a sentence only says that the notes do not tell: the only kind that needs no citation. */
export function saysNotesAreSilent(sentence: string): boolean {
  const plain = sentence.replace(/^[\s\-*•>#]+/, "").trim();
  if (plain.length > LONGEST || GOES_ON.test(plain) || NEXT_CLAUSE.test(plain)) return false;
  return NOT_IN_NOTES.some((pattern) => pattern.test(plain));
}
