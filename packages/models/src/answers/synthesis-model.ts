import { type AnswerModel, type AnswerRequest, isStopWord, words } from "@knote/api";
import { type MakeLine, quoteLine, streamLines, under } from "./answer-lines.ts";
import { isAnswerable } from "./answerable.ts";
import { counterpartsOf } from "./contests.ts";
import { type Evidence, weighEvidence, type WeighedEvidence } from "./evidence.ts";
import { isSameClaim } from "./same-claim.ts";
import { type Claim, groupByTheme } from "./themes.ts";

const INTRO = "What your notes say about this:";
const MOST_SOURCES = 8;
const MOST_COUNTERPARTS = 3;
/** Share of the best sentence's score that another sentence needs to bear on the question. */
const BEARS_ON = 0.6;

/** Creates a model that quotes several notes, by theme, and shows where they disagree. Needs no key, no network. */
export function createSynthesisModel(): AnswerModel {
  return {
    id: "knote-synthesis-1",
    status: () => "ready",
    async *answer(request) {
      const weighedEvidence = weighEvidence(request.query, request.passages);
      yield* streamLines(
        isAnswerable(weighedEvidence, request.passages) ? linesOf(weighedEvidence, request) : [],
        request,
      );
    },
  };
}

function linesOf(weighedEvidence: WeighedEvidence, { passages }: AnswerRequest): MakeLine[] {
  const chosenSentences = chooseSentences(weighedEvidence.sentences);
  const disputes = disputesAmong(chosenSentences, weighedEvidence, passages);
  const disputedPassages = new Set(disputes.flat().map(({ passage }) => passage));
  const claims = mergeSameClaims(chosenSentences.filter(({ passage }) => !disputedPassages.has(passage)));
  const topics = new Set([...weighedEvidence.question.stems, ...titleStems(claims, passages)]);

  const themes = groupByTheme(claims, topics);
  const themeLines = themes.flatMap(({ label, claims: own }) =>
    section(
      label ?? (themes.length > 1 ? "Also" : null),
      own.map((claim) => bullet([claim])),
    ),
  );
  const disputeLines = section(
    "Where your notes disagree",
    disputes.map((sides) => bullet(sides.map(toClaim))),
  );
  return [...themeLines, ...disputeLines].map((line, index) => (index === 0 ? under(INTRO, line) : line));
}

/** Makes a line of one claim, or of all sides of a dispute. */
function bullet(claims: readonly Claim[]): MakeLine {
  return quoteLine(claims, { before: "- ", between: " — but " });
}

function section(label: string | null, lines: readonly MakeLine[]): MakeLine[] {
  return lines.map((line, index) => (index === 0 && label !== null ? under(`\n${label}:`, line) : line));
}

/** Returns the best sentence of each note that bears on the question and its names, best first. */
function chooseSentences(rankedSentences: readonly Evidence[]): Evidence[] {
  const least = BEARS_ON * (rankedSentences[0]?.score ?? 0);
  const names = (rankedSentences[0]?.nameShare ?? 0) > 0;
  const perNote = new Map<number, Evidence>();
  for (const sentence of rankedSentences) {
    if (sentence.score < least || (names && sentence.nameShare === 0) || perNote.has(sentence.passage)) continue;
    perNote.set(sentence.passage, sentence);
  }
  return [...perNote.values()].slice(0, MOST_SOURCES);
}

/** Returns each chosen note with counterparts, and those, as their best sentences. No note occurs twice. */
function disputesAmong(
  chosenSentences: readonly Evidence[],
  { sentences }: WeighedEvidence,
  passages: AnswerRequest["passages"],
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

/** Merges what several notes say alike into one claim that cites them all. */
function mergeSameClaims(sentences: readonly Evidence[]): Claim[] {
  const claims: Claim[] = [];
  for (const sentence of sentences) {
    const same = claims.findIndex((claim) => isSameClaim(claim.stems, sentence.stems));
    const claim = claims[same];
    if (claim === undefined) claims.push(toClaim(sentence));
    else if (!claim.passages.includes(sentence.passage))
      claims[same] = { ...claim, passages: [...claim.passages, sentence.passage] };
  }
  return claims;
}

function toClaim({ text, stems, passage }: Evidence): Claim {
  return { text, stems, passages: [passage] };
}

function titleStems(claims: readonly Claim[], passages: AnswerRequest["passages"]): string[] {
  const titles = claims.flatMap((claim) => claim.passages.map((passage) => passages[passage]!.title));
  return titles.flatMap((title) => words(title).flatMap((word) => (isStopWord(word.text) ? [] : [word.stem])));
}
