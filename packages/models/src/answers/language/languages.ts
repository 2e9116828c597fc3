import { CHINESE } from "./chinese.ts";
import { ENGLISH } from "./english.ts";
import { FRENCH } from "./french.ts";
import { GERMAN } from "./german.ts";
import { JAPANESE } from "./japanese.ts";
import type { QuestionLanguage } from "./question-language.ts";
import { SPANISH } from "./spanish.ts";

const LANGUAGES: readonly QuestionLanguage[] = [CHINESE, JAPANESE, SPANISH, FRENCH, GERMAN];

/** Returns the language whose question words the question, in lower case, has; English without any. */
export function languageOf(question: string): QuestionLanguage {
  return LANGUAGES.find(({ mark }) => mark?.test(question) === true) ?? ENGLISH;
}
