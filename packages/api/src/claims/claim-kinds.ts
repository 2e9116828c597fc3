import { countingStems } from "../text/analyze.ts";
import { claimWords } from "./claim-words.ts";
import { likelyVerb } from "./finite-verbs.ts";

/** Shapes of claims that name no kind, and nouns for what they tell: "I work at Initech" tells an employer. */
const NOUNS_OF_SHAPES = (
  [
    [/\b(?:work|works|working|employed) (?:at|by|for|with)\b/i, "employer employment job company"],
    [
      /\b(?:live|lives|living|reside|resides|residing) (?:at|in|near|on)\b/i,
      "residence home house flat apartment address city town village country",
    ],
    [/\b(?:study|studies|studying|enrolled) (?:at|in|with)\b/i, "school university college studies program programme"],
    [/\b(?:drive|drives|driving) (?:a|an|my|our|the)\b/i, "car vehicle"],
    [/\b(?:ride|rides|riding) (?:a|an|my|our|the)\b/i, "bike bicycle motorcycle vehicle"],
    [/\boffice (?:is|sits) (?:at|in|on)\b/i, "office workplace"],
  ] as const
).map(([shape, nouns]) => ({ shape, stems: countingStems(nouns) }));
/** "We use Okta for authentication", "we are using Postgres as our database". */
const USED_AS = /\b(?:use|uses|using) .{1,80}? (?:as|for) ([^,;.(—–]{3,40})/i;
/** What a verb names together with a place: "we deploy to Fly" tells the deploy target. */
const PREPOSITIONS = new Set(["at", "by", "from", "in", "on", "through", "to", "with"]);
/** Words that say of a kind no more than that it is one. */
const GENERAL = new Set(
  countingStems("current location new place provider service situation status target type vendor"),
);
const PERSON = /^(?:i|we|they)$/;
const WORKPLACE = /\bwork(?:ing)? (?:location|place|site)\b/gi;

/** Returns stems of words for the kind of thing that a claim tells without naming it; English alone. */
export function kindsOf(claim: string): Set<string> {
  const nouns = NOUNS_OF_SHAPES.flatMap(({ shape, stems }) => (shape.test(claim) ? stems : []));
  return new Set([...nouns, ...countingStems(`${verbOfPlace(claim)} ${USED_AS.exec(claim)?.[1] ?? ""}`)]);
}

/** Returns the stems by which a text names a kind; none when it has only words that fit any kind. */
export function kindStems(text: string): string[] {
  return countingStems(text.replace(WORKPLACE, "workplace")).filter((stem) => !GENERAL.has(stem));
}

function verbOfPlace(claim: string): string {
  const words = claimWords(claim);
  const verb = likelyVerb(words);
  // What follows such a pronoun is a verb, known or not.
  const finite = verb < 0 && PERSON.test(words[0]?.text ?? "") ? 1 : verb;
  if (finite < 0) return "";
  const place = words[finite + 1]?.text.endsWith("ing") ? finite + 1 : finite;
  const { text = "" } = words[place] ?? {};
  // The stem is also that of "hosting", but not that of "deployment".
  return PREPOSITIONS.has(words[place + 1]?.text ?? "") ? `${text} ${text}ment` : "";
}
