import type { Link, Proposal, ProposalState } from "@knote/contract";
import { digest } from "../kit/digest.ts";
import { basisOf, pairKey } from "../looks/claim-bases.ts";
import { notesOfLook, type Look } from "../ports/look-store.ts";
import type { StoredNote } from "../ports/note-store.ts";

/** A proposal as it is stored: without titles, which can change. */
export interface ProposedLink extends Pick<
  Proposal,
  "relation" | "similarity" | "confidence" | "by" | "evidence" | "made_at"
> {
  readonly source_id: string;
  readonly target_id: string;
}

/** The two notes of a pair. Ids sort by time, so the newer one has the greater id. */
export interface NotePair {
  readonly newer: StoredNote;
  readonly older: StoredNote;
}

/** What was decided about a proposal. */
export interface LinkDecision {
  readonly proposal: ProposedLink;
  readonly state: Exclude<ProposalState, "open">;
  readonly decided_at: string;
  /** The link that the decision made. */
  readonly link: Link | null;
  /** What the judgement was about, where the proposal was one; see `textsOf`. */
  readonly texts: string | null;
}

type Ends = Pick<ProposedLink, "source_id" | "target_id">;

/** Returns the two notes in the order of their key. */
export function pairOf(one: StoredNote, other: StoredNote): NotePair {
  return one.id > other.id ? { newer: one, older: other } : { newer: other, older: one };
}

/** Returns the key by which callers name the proposal for two notes. */
export function proposalKey({ source_id, target_id }: Ends): string {
  return source_id > target_id ? `${source_id}~${target_id}` : `${target_id}~${source_id}`;
}

/** Returns the keys of the looks at a pair: at its decision, and at its judgement. */
export function lookKeysOf(key: string): { readonly decision: string; readonly judgement: string } {
  const [newer, older] = key.split("~") as [string, string];
  return { decision: pairKey("proposal", newer, older), judgement: pairKey("judgement", newer, older) };
}

export function keyOfLook({ key }: Pick<Look, "key">): string {
  const [newer, older] = notesOfLook(key);
  return `${newer}~${older}`;
}

/** Returns a mark of all that both notes say: a judgement holds while it is the present one. */
export function textsOf({ newer, older }: NotePair): string {
  return digest([newer.title, newer.content, older.title, older.content].join("\0"));
}

/** Returns a judge's or an agent's proposal as a look that waits for a decision. */
export function judgementLook(proposal: ProposedLink, texts: string): Look {
  const { judgement } = lookKeysOf(proposalKey(proposal));
  const details = JSON.stringify(proposal);
  return { key: judgement, basis: texts, verdict: "open", reason: null, details, at: proposal.made_at };
}

/** Returns the proposal of a `judgementLook`. */
export function judgedLink({ details }: Look): ProposedLink {
  // Safe because only `judgementLook` writes looks of this kind.
  return JSON.parse(details!) as ProposedLink;
}

/** Returns a decision as a look, which holds while both claims read as they do. */
export function decisionLook({ newer, older }: NotePair, decision: LinkDecision): Look {
  const { proposal, state, decided_at: at, link, texts } = decision;
  const { decision: key } = lookKeysOf(proposalKey(proposal));
  const details = JSON.stringify({ proposal, link, texts });
  return { key, basis: basisOf([newer, older]), verdict: state, reason: null, details, at };
}

/** Returns the decision of a `decisionLook`. */
export function decisionOf({ verdict, details, at }: Look): LinkDecision {
  // Safe because only `decisionLook` writes looks of this kind.
  const state = verdict as LinkDecision["state"];
  return { ...(JSON.parse(details!) as Pick<LinkDecision, "proposal" | "link" | "texts">), state, decided_at: at };
}
