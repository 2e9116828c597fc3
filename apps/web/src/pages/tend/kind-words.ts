import type { Kind } from "./cards.ts";

export const KIND_WORDS: Readonly<
  Record<Kind, { readonly label: string; readonly about: string; readonly nothing: string; readonly teach: string }>
> = {
  contested: {
    label: "Contested",
    about: "Two claims that contradict each other. Both can be true of different things; otherwise keep one of them.",
    nothing: "No contradictions.",
    teach: "When one note contradicts another, both are shown here side by side until you decide between them.",
  },
  reviews: {
    label: "Rests on what changed",
    about:
      "A note that depends on, or was derived from, something that changed. It may be as true as before: look at it.",
    nothing: "No note rests on something that changed.",
    teach:
      "When a note is replaced, archived, deleted, reworded or contradicted, those that rest on it appear here, directly or through others.",
  },
  duplicates: {
    label: "Near-duplicates",
    about: "Two notes that say nearly the same thing.",
    nothing: "No two notes say the same thing.",
    teach: "Notes whose claims are very similar appear here, to be merged or kept apart.",
  },
  orphans: {
    label: "Orphans",
    about: "A note without any links, with suggestions for what to link it to.",
    nothing: "Every note is linked.",
    teach: "A note that nothing leads to is seldom found again. Notes without links appear here.",
  },
  suggestions: {
    label: "Suggested links",
    about: "A link that somebody proposes, with the words that show it. Nothing is linked until you say so.",
    nothing: "No suggested links.",
    teach:
      "When a note says that it rests on another, speaks against it, repeats it or resembles it, a link is suggested. You decide whether to make it and how.",
  },
};
