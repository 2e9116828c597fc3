import type { Language } from "@knote/api";

/** The kind of thing that a question asks for; `open` when its words do not tell. */
export type QuestionType =
  | "who"
  | "when"
  | "where"
  | "count"
  | "amount"
  | "duration"
  | "frequency"
  | "why"
  | "yes-no"
  | "open";

/** Rules that a language does without. */
export const NEVER = /$^/;
export const ANYTHING = /^/;

/** The words by which a question describes who or what it means instead of naming it; all but the last two with flag `g`. */
export interface DescriptionMarks {
  /** Begins a clause about the noun before it: "the colleague who …". */
  readonly clause: RegExp;
  /** "In the same village as …". */
  readonly sameAs: RegExp;
  /** "The owner of …"; the noun is the word before the last. */
  readonly of: RegExp;
  /** The end of an owner, before what is owned: "Ada's …". */
  readonly owner: RegExp;
  /** Before a role that somebody has: "our …". */
  readonly role: RegExp;
  /** What looks like an owner and is a question word with "is". */
  readonly asking: RegExp;
  /** Articles and possessives. */
  readonly determiner: RegExp;
}

/**
 * The words by which questions of one language are read: regular expressions for lower case text. Another language is
 * another value of this type, added to `LANGUAGES`.
 */
export interface QuestionLanguage {
  readonly code: Language;
  /** Words that begin or shape a question of this language alone; null for the language of all other questions. */
  readonly mark: RegExp | null;
  /** Words by which a question asks for a kind of thing. The earliest decides; at the same place, the first here. */
  readonly types: readonly (readonly [QuestionType, RegExp])[];
  /** Words that ask for several things. */
  readonly many: readonly RegExp[];
  readonly newest: RegExp;
  readonly oldest: RegExp;
  /** Words that ask for a survey of a subject. */
  readonly overview: RegExp;
  /** Words that ask how things differ. */
  readonly comparison: RegExp;
  /** Words of such requests that name no subject. */
  readonly requestWords: RegExp;
  /** A question for what was so before something else replaced it. */
  readonly former: RegExp;
  /** Verbs that say nothing beside another one. */
  readonly auxiliary: RegExp;
  /** A question for what is to come. */
  readonly future: RegExp;
  /** A question for what has happened. */
  readonly past: RegExp;
  /** Words that make a statement negative, each with what follows it in its clause. */
  readonly negation: RegExp;
  /** Words that say that something is as it should be or may be done. */
  readonly affirmation: RegExp;
  /** Words for the end of something: a statement with one does not confirm that it is so. */
  readonly ending: RegExp;
  /** A question for what the asker does, and the words of a statement about that. */
  readonly firstPerson: { readonly asked: RegExp; readonly said: RegExp };
  /** Begins another clause, which a negation before it does not reach. */
  readonly clauseEnd: RegExp;
  /** Verbs and pronouns that name no subject: a question of these alone depends on what was said before. */
  readonly emptyWords: RegExp;
  /** Pronouns of the third person. */
  readonly pronouns: RegExp;
  /** Prepositions before what only says where something is or what it belongs to. */
  readonly beforeSetting: RegExp;
  /** Words that a name of a thing follows: articles, possessives, prepositions, auxiliaries. */
  readonly beforeThing: RegExp;
  /** Whether all nouns have capitals, not only names: then a name is a noun that no such word precedes. */
  readonly hasCapitalNouns?: true;
  /** Things by their form alone, for a language without articles. */
  readonly thing: RegExp;
  /** The end of a text that a name of a thing follows, where a single word does not tell. */
  readonly afterDirection: RegExp;
  /** Names of things that say nothing specific; a note need not have them. */
  readonly generic: RegExp;
  /** Words for a person or a group without a name; anything where they are not known. */
  readonly person: RegExp;
  /** A question for what something is called. */
  readonly name: RegExp;
  /** Questions for a measure, each with what a sentence holds that has it. */
  readonly measures: readonly (readonly [question: RegExp, answer: RegExp])[];
  /** Absent where descriptions are not recognised. */
  readonly descriptions?: DescriptionMarks;
  /** A question for an amount of money. */
  readonly money: RegExp;
  /** Words of a statement about what one should or may do; a plain statement does not confirm that. */
  readonly advice: RegExp;
  /** What a sentence of the language holds that answers such a question, beside the English signs. */
  readonly signs: Readonly<Partial<Record<QuestionType | "money", RegExp>>>;
  readonly yes: string;
  readonly no: string;
  readonly noLonger: string;
}
