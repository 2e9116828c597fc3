import { languageFormOf, STEMMED_LANGUAGES } from "./languages/language-forms.ts";
import { createLanguageVotes, type Language } from "./languages/language-votes.ts";
import type { ForeignLanguage } from "./languages/stop-words-of.ts";
import { scanWords } from "./scan-words.ts";
import { joinedWord } from "./variants.ts";
import { stem, type WordForm } from "./word-forms.ts";

/** Distinct words of a note that get a stem of its language, at ten microseconds each. */
const MOST_STEMMED = 1_000;
/** Longer first words are rarely written together with the second. */
const LONGEST_FIRST = 5;
const [SPACE, HYPHEN, ZERO, NINE, ASCII_END] = [32, 45, 48, 57, 128];

/** Adds the terms of a note that depend on more than one of its words. */
export interface ContextTerms {
  /** Takes the words of one field after another, in order. */
  visit(field: string, raw: string, start: number, form: WordForm): void;
  /** Adds the stems of the note's language unless it is English; to be called last. */
  addStems(fields: readonly string[]): void;
}

export function createContextTerms(add: (term: string) => void): ContextTerms {
  const votes = createLanguageVotes();
  let previousField = "";
  let previousForm: WordForm | null = null;
  let previousStart = -1;
  let previousEnd = -1;

  function addJoined(field: string, start: number, first: WordForm, second: WordForm): void {
    const code = field.charCodeAt(start - 1);
    // Most first words are neither: their texts are not even read.
    const mayJoin =
      code === HYPHEN ? first.text.length <= LONGEST_FIRST : code === SPACE && mayBeNumber(field, previousStart);
    const compound = mayJoin ? joinedWord(first.text, field.charAt(start - 1), second.text) : null;
    if (compound !== null) add(`+${stem(compound)}`);
  }

  return {
    visit(field, raw, start, form) {
      votes.add(form.hints);
      if (previousEnd === start - 1 && previousField === field && previousForm !== null)
        addJoined(field, start, previousForm, form);
      previousField = field;
      previousForm = form;
      previousStart = start;
      previousEnd = start + raw.length;
    },
    addStems(fields) {
      const language = votes.language();
      if (!isStemmed(language)) return;
      const keys = new Map<string, string | null>();
      for (const field of fields) {
        scanWords(field, (raw) => {
          let key = keys.get(raw);
          if (key === undefined && keys.size < MOST_STEMMED) keys.set(raw, (key = keyOf(language, raw)));
          if (typeof key === "string") add(`+${key}`);
        });
      }
    },
  };
}

function isStemmed(language: Language | null): language is ForeignLanguage {
  return STEMMED_LANGUAGES.some((one) => one === language);
}

function keyOf(language: ForeignLanguage, raw: string): string | null {
  const { isStopWord, hasStem, key } = languageFormOf(language, raw);
  return hasStem && !isStopWord ? key : null;
}

/** Returns whether the word at the place can begin with a digit once folded, as ½ does. */
function mayBeNumber(field: string, start: number): boolean {
  const code = field.charCodeAt(start);
  return (code >= ZERO && code <= NINE) || code >= ASCII_END;
}
