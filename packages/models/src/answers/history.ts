import { type EarlierVersion, type Passage, type TimeSpan, timeOfQuestion } from "@knote/api";
import { type Evidence, weighEvidence, type WeighedEvidence } from "./evidence.ts";
import type { ReadNote } from "./read-note.ts";

/** How much more of the question an earlier version must hold than the note that replaced it. */
const CLEARLY_MORE = 0.15;
/** Share of the question's words that an earlier version must hold to be what the question means. */
const LEAST_HELD = 0.5;

/** What a note said before it was replaced. */
export interface Former {
  /** The best sentence of the earlier version; `passage` is the index of the note that replaced it. */
  readonly evidence: Evidence;
  readonly note: ReadNote;
  /** Index by which an answer cites the earlier version, from 0. */
  readonly index: number;
  /** When the version was written, and when it was replaced. */
  readonly from: Date;
  readonly until: Date;
}

/** Returns the earlier version that a question for the past asks for; null for all other questions. */
export function formerAsked(
  query: string,
  weighedEvidence: WeighedEvidence,
  passages: readonly Passage[],
  now: number,
): Former | null {
  const spans = timeOfQuestion(query, now).spans.filter(({ from }) => from < now);
  if (!weighedEvidence.question.isAboutFormer && spans.length === 0) return null;
  const index = bestWithHistory(weighedEvidence, passages);
  if (index === null) return null;
  const versions = versionsOf(passages, index);
  const span = spans[0];
  const version = span === undefined ? versions[0] : versionIn(versions, span, now);
  if (version === undefined) return null;
  const former = formerOf(query, index, version);
  // "Before Grace" names the one who came after.
  const own = weighedEvidence.sentences.filter(({ passage }) => passage === index);
  const nameShare = Math.max(former.evidence.nameShare, ...own.map((sentence) => sentence.nameShare));
  return { ...former, evidence: { ...former.evidence, nameShare } };
}

/** Returns the version that held for most of the span; undefined if none did, or the current note held longer. */
function versionIn(versions: readonly Version[], { from, to }: TimeSpan, now: number): Version | undefined {
  const end = Math.min(to, now);
  let longest = Math.max(0, end - Math.max(from, versions[0]!.until.getTime()));
  let best: Version | undefined;
  for (const version of versions) {
    const heldMs = Math.min(end, version.until.getTime()) - Math.max(from, version.from.getTime());
    if (heldMs > longest) [longest, best] = [heldMs, version];
  }
  return best;
}

/** Returns the earlier version whose words the question uses rather than those of the note that replaced it. */
export function formerMeant(
  query: string,
  weighedEvidence: WeighedEvidence,
  passages: readonly Passage[],
): Former | null {
  const index = bestWithHistory(weighedEvidence, passages);
  if (index === null) return null;
  const heldShare = Math.max(
    0,
    ...weighedEvidence.sentences.filter(({ passage }) => passage === index).map(({ overlap }) => overlap),
  );
  const formers = versionsOf(passages, index).map((version) => formerOf(query, index, version));
  const best = formers.reduce<Former | null>(
    (most, former) => (most !== null && most.evidence.overlap >= former.evidence.overlap ? most : former),
    null,
  );
  return best !== null && best.evidence.overlap >= Math.max(LEAST_HELD, heldShare + CLEARLY_MORE) ? best : null;
}

interface Version {
  readonly earlier: EarlierVersion;
  /** Index by which an answer cites it, from 0. */
  readonly index: number;
  readonly from: Date;
  readonly until: Date;
}

/** Returns the earlier versions of the note at `place`, newest first, with the time in which each held. */
export function versionsOf(passages: readonly Passage[], place: number): Version[] {
  const { earlier = [], createdAt } = passages[place]!;
  const first = passages
    .slice(0, place)
    .reduce((sum, passage) => sum + (passage.earlier?.length ?? 0), passages.length);
  return earlier.map((version, at) => ({
    earlier: version,
    index: first + at,
    from: new Date(version.createdAt),
    until: new Date(earlier[at - 1]?.createdAt ?? createdAt),
  }));
}

/** Returns the index of the best note, or else of the second best, if it replaced another; null without one. */
function bestWithHistory({ sentences }: WeighedEvidence, passages: readonly Passage[]): number | null {
  const bestPassages = [...new Set(sentences.map(({ passage }) => passage))].slice(0, 2);
  return bestPassages.find((index) => (passages[index]!.earlier?.length ?? 0) > 0) ?? null;
}

function formerOf(query: string, passage: number, { earlier, index, from, until }: Version): Former {
  const asPassage = { ...earlier, state: "superseded", score: 1, coverage: 0, contradicts: [] } as const;
  const { sentences, notes } = weighEvidence(query, [asPassage]);
  return { evidence: { ...sentences[0]!, passage }, note: notes[0]!, index, from, until };
}
