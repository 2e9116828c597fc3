import { languageOfWords, words } from "@knote/api";
import { CHINESE } from "./chinese.ts";
import { ENGLISH } from "./english.ts";
import { FRENCH } from "./french.ts";
import { GERMAN } from "./german.ts";
import { JAPANESE } from "./japanese.ts";
import type { QuestionLanguage } from "./question-language.ts";
import { SPANISH } from "./spanish.ts";

const LANGUAGES: readonly QuestionLanguage[] = [CHINESE, JAPANESE, SPANISH, FRENCH, GERMAN];

/** Returns the language whose question words the question, in lower case, has, or else that of its words; or English. */
export function languageOf(question: string): QuestionLanguage {
  const markedLanguage = LANGUAGES.find(({ mark }) => mark?.test(question) === true);
  if (markedLanguage !== undefined) return markedLanguage;
  const ofWords = languageOfWords(question, words(question));
  return LANGUAGES.find(({ code }) => code === ofWords) ?? ENGLISH;
}
