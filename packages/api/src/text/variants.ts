import { fold, NOT_ASCII } from "./fold.ts";
import { irregularForms } from "./spellings.ts";

/** The letters for which a keyboard without them has others. */
const SPELLED_OUT: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss", æ: "ae", ø: "oe", å: "aa" };
const SPELLED_OUT_LETTER = /[äöüßæøå]/g;
/** Not initials: U.S. would be the word us. */
const LETTERS_WITH_DOTS = /^(?=[a-z.]{5})(?![a-z](?:\.[a-z])+$)[a-z]+(?:\.[a-z]+)+$/;
const DOTTED_NUMBER = /^v?(\d+(?:\.\d+)+)/;
const LONGEST_NUMBER = 20;
const UNITS = new Set(
  `mg g kg mcg μg t oz lb ml cl dl l mm cm m km ft s ms ns us h min b kb mb gb tb pb kib mib gib hz khz mhz ghz w kw mw
  kwh mwh wh v mv kv a ma mah k c f px pt em rem dpi fps rpm bpm kcal cal kj bar psi eur usd gbp chf`.split(/\s+/),
);

/** Returns other spellings by which a note's word is found: node.js by nodejs, v2.14.3 by 2.14.3 and 2.14. */
export function variantsWithin(raw: string, text: string): string[] {
  const variants = spelledOut(raw, text);
  if (!text.includes(".")) return variants;
  if (LETTERS_WITH_DOTS.test(text)) return [...variants, text.replaceAll(".", "")];
  return [...variants, ...numberBeginnings(text)];
}

/** Returns other spellings in which notes can have a word that is searched: Strasse for Straße, mouse for mice. */
export function variantsOf(raw: string, text: string): string[] {
  const joinedForms = LETTERS_WITH_DOTS.test(text) ? [text.replaceAll(".", "")] : [];
  return [...spelledOut(raw, text), ...joinedForms, ...irregularForms(text)];
}

/** Returns the word that two neighbours make where others write one: e-mail as email, 500 mg as 500mg. */
export function joinedWord(first: string, between: string, second: string): string | null {
  if (between === "-") return /^\p{L}+$/u.test(first) && /^\p{L}{2,}$/u.test(second) ? first + second : null;
  return between === " " && UNITS.has(second) && /^\d+(?:\.\d+)?$/.test(first) ? first + second : null;
}

function spelledOut(raw: string, text: string): string[] {
  if (!NOT_ASCII.test(raw)) return [];
  const word = raw.toLowerCase().normalize("NFC");
  if (word.search(SPELLED_OUT_LETTER) < 0) return [];
  const other = fold(word.replaceAll(SPELLED_OUT_LETTER, (letter) => SPELLED_OUT[letter]!));
  return other === text ? [] : [other];
}

/** Returns the beginnings of a version or an address of at least two numbers: of 192.168.1.10 also 192.168. */
function numberBeginnings(text: string): string[] {
  const number = DOTTED_NUMBER.exec(text)?.[1];
  if (number === undefined || number.length > LONGEST_NUMBER) return [];
  const parts = number.split(".");
  const beginnings = parts.map((_, index) => parts.slice(0, index + 1).join(".")).slice(1);
  return beginnings.filter((beginning) => beginning !== text);
}
