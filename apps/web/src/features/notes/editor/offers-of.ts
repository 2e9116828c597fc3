import type { Finding, Relation } from "@knote/contract";

/** A link that the author accepted while writing; it is made when the note is saved. */
export interface AcceptedLink {
  readonly id: string;
  readonly title: string;
  readonly relation: Relation;
}

/** What one key or click does about a finding. */
export type Offer =
  | { readonly kind: "link"; readonly label: string; readonly link: AcceptedLink }
  /** Moves the second claim from the title to the explanation; `start` in code points. */
  | { readonly kind: "move"; readonly label: string; readonly start: number }
  /** Leads to the page on which the note is split. */
  | { readonly kind: "split"; readonly label: string };

const LABELS: Readonly<Record<Relation, string>> = {
  relates_to: "Link it",
  extends: "Extends it",
  contradicts: "Contradicts it",
  depends_on: "Depends on it",
  supersedes: "Replaces it",
  derived_from: "Derived from it",
};
const JOINT = /[\s,;]*(?:\b(?:and|but|so|while|whereas))?[\s,;]*$/i;

/** Returns what can be done about a finding at once, the likeliest first. Only a note that is stored can be split. */
export function offersOf({ rule, notes, offer, span }: Finding, isStored = false): Offer[] {
  if (rule === "compound" && span) {
    const move = { kind: "move", label: "Move the second to the text", start: span.start } as const;
    return isStored ? [move, { kind: "split", label: "Split into two notes" }] : [move];
  }
  const [note] = notes ?? [];
  if (offer) {
    const isThat = note?.id === offer.target_id;
    const label = isThat ? LABELS[offer.relation] : "Link the newer note";
    return [linkOffer(label, offer.relation, { id: offer.target_id, title: isThat ? note.title : "the newer note" })];
  }
  if (rule !== "says_otherwise" || !note) return [];
  return (["supersedes", "contradicts"] as const).map((relation) => linkOffer(LABELS[relation], relation, note));
}

function linkOffer(
  label: string,
  relation: Relation,
  { id, title }: { readonly id: string; readonly title: string },
): Offer {
  return { kind: "link", label, link: { id, title, relation } };
}

/** Moves the second claim of a title to the beginning of the content. */
export function moveSecondClaim(
  { title, content }: { readonly title: string; readonly content: string },
  start: number,
): { readonly title: string; readonly content: string } {
  const points = [...title.trim()];
  const second = points
    .slice(start)
    .join("")
    .replace(/[.\s]*$/, "");
  const sentence = `${second.charAt(0).toUpperCase()}${second.slice(1)}.`;
  return {
    title: points.slice(0, start).join("").replace(JOINT, ""),
    content: content.trim() === "" ? sentence : `${sentence} ${content}`,
  };
}
