import type { NoteType } from "@knote/contract";

/** Signs of each type, the surest first; a note without any is a fact. */
const SIGNS: readonly (readonly [NoteType, RegExp])[] = [
  ["decision", /\b(?:(?:I|we) (?:will|decided?|chose|choose|settled|agreed)|from now on|we use|let's)\b/i],
  [
    "belief",
    /\b(?:(?:I|we) (?:think|believe|suspect|guess|doubt|feel)|in my (?:view|opinion)|should|ought to|probably)\b/i,
  ],
  [
    "code_finding",
    /`[^`]+`|\b\w+\(\)|\b\w+\.(?:ts|tsx|js|py|go|rs|java|sql)\b|\b(?:compiler|regex|API|stack trace|bug|commit)\b/,
  ],
  [
    "experience",
    /\b(?:yesterday|last (?:night|week|month|year|time)|when I|(?:I|we) (?:tried|noticed|felt|saw|learned|found|woke|went|had))\b/i,
  ],
  ["insight", /\b(?:because|therefore|it turns out|means that|the reason|explains? why|so that|leads? to|pattern)\b/i],
];

/** Guesses the type of a note from its text; the user can change it. */
export function guessType(title: string, content: string): NoteType {
  const match =
    SIGNS.find(([, sign]) => sign.test(title)) ?? SIGNS.find(([, sign]) => sign.test(content.slice(0, 600)));
  return match?.[0] ?? "fact";
}
