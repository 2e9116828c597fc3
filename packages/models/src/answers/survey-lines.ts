import type { Passage } from "@knote/api";
import { type MakeLine, type Quotation, quoteLine, under } from "./answer-lines.ts";
import { isSurveyable } from "./answerable.ts";
import { counterpartsOf } from "./contests.ts";
import { dayName } from "./dates.ts";
import { quoteNote } from "./doubt.ts";
import { type Evidence, type WeighedEvidence } from "./evidence.ts";
import { versionsOf } from "./history.ts";
import { withoutMarkup } from "./markup.ts";
import { withOutcome } from "./outcome.ts";
import { quotable } from "./quote.ts";
import { isSameClaim } from "./same-claim.ts";
import { titleStemsOf } from "./read-note.ts";
import { type Claim, groupByTheme } from "./themes.ts";

const INTRO = "What your notes say about this:";
const MOST_SOURCES = 8;
const MOST_COUNTERPARTS = 3;
/** Share of the best sentence's score that another sentence needs to bear on the question. */
const BEARS_ON = 0.6;
const MOST_DETAILS = { overview: 1, comparison: 3 };

/** Makes lines of what several notes say: by theme, then where they disagree, then what has changed. */
export function surveyLines(weighedEvidence: WeighedEvidence, passages: readonly Passage[]): MakeLine[] {
  const chosenSentences = chooseSentences(weighedEvidence);
  if (!isSurveyable(weighedEvidence, chosenSentences, passages)) return [];
  const disputes = disputesAmong(chosenSentences, weighedEvidence, passages);
  const disputedPassages = new Set(disputes.flat().map(({ passage }) => passage));
  const single = chosenSentences.filter(({ passage }) => !disputedPassages.has(passage));
  const claims = mergeSameClaims(single, weighedEvidence);
  const { stems, reader } = weighedEvidence.question;
  const titled = claims.map((claim) => passages[claim.passages[0]!]!);
  const themes = groupByTheme(claims, new Set([...stems, ...titleStemsOf(titled, reader)]), reader);
  const themeLines = themes.flatMap(({ label, claims: own }) =>
    section(
      label ?? (themes.length > 1 ? "Also" : null),
      own.map((claim) => quoteNote(claim, passages, "- ")),
    ),
  );
  const disputeLines = section(
    "Where your notes disagree",
    disputes.map((sides) => bullet(sides.map((side) => withOutcome(toSide(side), passages)))),
  );
  const formerLines = section("What has changed", changesAmong(chosenSentences, passages));
  return [...themeLines, ...disputeLines, ...formerLines].map((line, index) =>
    index === 0 ? under(INTRO, line) : line,
  );
}

type BulletClaim = Claim & Quotation;

/** Makes a line of one claim, or of all sides of a dispute. */
function bullet(claims: readonly Quotation[]): MakeLine {
  return quoteLine(claims, { before: "- ", between: " — but " });
}

function section(label: string | null, lines: readonly MakeLine[]): MakeLine[] {
  return lines.map((line, index) => (index === 0 && label !== null ? under(`\n${label}:`, line) : line));
}

/** Returns the best sentence of each note that bears on the question and its names, best first. */
function chooseSentences({ question, sentences, notes }: WeighedEvidence): Evidence[] {
  const least = BEARS_ON * (sentences[0]?.score ?? 0);
  const isOnSubject = ({ passage }: Evidence) =>
    question.stems.size > 0 && [...question.stems].every((stem) => notes[passage]!.stems.has(stem));
  const hasNames = (sentences[0]?.nameShare ?? 0) > 0 && question.shape !== "comparison";
  const perNote = new Map<number, Evidence>();
  for (const sentence of sentences) {
    const isNear = (sentence.score >= least || isOnSubject(sentence)) && !(hasNames && sentence.nameShare === 0);
    if (isNear && !perNote.has(sentence.passage)) perNote.set(sentence.passage, sentence);
  }
  return [...perNote.values()].slice(0, MOST_SOURCES);
}

/** Returns each chosen note with counterparts, and those, as their best sentences. No note occurs twice. */
function disputesAmong(
  chosenSentences: readonly Evidence[],
  { sentences }: WeighedEvidence,
  passages: readonly Passage[],
): Evidence[][] {
  const quotedPassages = new Set<number>();
  const disputes: Evidence[][] = [];
  for (const sentence of chosenSentences) {
    if (quotedPassages.has(sentence.passage)) continue;
    const counterparts = counterpartsOf(passages, sentence.passage)
      .filter((passage) => !quotedPassages.has(passage))
      .slice(0, MOST_COUNTERPARTS);
    const others = counterparts.flatMap((passage) => sentences.find((other) => other.passage === passage) ?? []);
    if (others.length === 0) continue;
    disputes.push([sentence, ...others]);
    for (const { passage } of [sentence, ...others]) quotedPassages.add(passage);
  }
  return disputes;
}

/** Makes a line for each chosen note that replaced another, with what the other said. */
function changesAmong(chosenSentences: readonly Evidence[], passages: readonly Passage[]): MakeLine[] {
  return chosenSentences.flatMap(({ passage }) =>
    versionsOf(passages, passage)
      .slice(0, 1)
      .map(({ earlier, index, from, until }) =>
        bullet([
          {
            text: quotable(withoutMarkup(earlier.title)),
            passages: [index],
            remark: `from ${dayName(from)} until ${dayName(until)}`,
          },
        ]),
      ),
  );
}

/** Merges what several notes say alike into one claim that cites them all. */
function mergeSameClaims(sentences: readonly Evidence[], weighedEvidence: WeighedEvidence): BulletClaim[] {
  const claims: BulletClaim[] = [];
  for (const sentence of sentences) {
    const same = claims.findIndex((claim) => isSameClaim(claim.stems, sentence.stems));
    const claim = claims[same];
    if (claim === undefined) claims.push(toClaim(sentence, weighedEvidence));
    else if (!claim.passages.includes(sentence.passage))
      claims[same] = { ...claim, passages: [...claim.passages, sentence.passage] };
  }
  return claims;
}

/** Quotes the title of the note, if it claims something, with the best of its other sentences. */
function toClaim({ text, stems, passage }: Evidence, { question, sentences, notes }: WeighedEvidence): BulletClaim {
  const own = sentences.filter((sentence) => sentence.passage === passage);
  const claim = own.find(({ isTitle }) => isTitle)?.text ?? text;
  const limit = MOST_DETAILS[question.shape ?? "overview"];
  const details = own
    .filter((sentence) => sentence.text !== claim)
    .slice(0, limit)
    .toSorted((one, other) => one.at - other.at);
  return {
    text: claim,
    stems: new Set([...stems, ...(claim === text ? [] : notes[passage]!.titleStems)]),
    passages: [passage],
    details: details.map((sentence) => sentence.text),
  };
}

function toSide({ text, stems, passage, day }: Evidence): BulletClaim {
  return { text, stems, passages: [passage], remark: dayName(day) };
}
