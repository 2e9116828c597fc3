import type { Kind } from "./cards.ts";

export const KIND_WORDS: Readonly<
  Record<Kind, { readonly label: string; readonly about: string; readonly nothing: string; readonly teach: string }>
> = {
  contested: {
    label: "Contested",
    about: "Two claims that contradict each other. Both can be true of different things; else one of them stands.",
    nothing: "Nothing contradicts.",
    teach: "When one note contradicts another, both are shown here side by side until you decide between them.",
  },
  foundations: {
    label: "Rests on replaced",
    about: "A note that depends on one, or was derived from one, that was replaced since.",
    nothing: "Everything rests on what still stands.",
    teach: "When you replace a note, those that depend on it or were derived from it come here.",
  },
  duplicates: {
    label: "Near-duplicates",
    about: "Two notes that say nearly the same.",
    nothing: "No two notes say the same.",
    teach: "Notes whose claims lie very near to each other come here, to be merged or left apart.",
  },
  orphans: {
    label: "Orphans",
    about: "A note without any link. What it might be linked with is suggested.",
    nothing: "Every note is linked.",
    teach: "A note that nothing leads to is seldom found again. Those without a link come here.",
  },
  suggestions: {
    label: "Suggested links",
    about: "Two notes that lie near to each other and are not linked.",
    nothing: "No link is suggested.",
    teach: "Where two notes have much in common, a link is suggested. You decide whether it is one, and which.",
  },
};
