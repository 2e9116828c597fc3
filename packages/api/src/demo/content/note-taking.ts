import type { NoteDrafts } from "../note-draft.ts";

export const NOTE_TAKING = {
  "folders-by-topic": {
    at: "2025-01-05T11:00",
    type: "decision",
    title: "I sort my notes into folders by topic",
    content: "Thirty folders, one for each subject. Every note has exactly one place.",
    tags: ["notes"],
    importance: 0.2,
  },
  "highlighting-keeps": {
    at: "2025-01-22T20:00",
    type: "belief",
    title: "Highlighting while I read keeps what matters",
    content: "The yellow lines are what I would have written down anyway, and it is much faster.",
    tags: ["notes", "study"],
    importance: 0.3,
  },
  "own-words": {
    at: "2025-02-14T19:30",
    type: "insight",
    title: "Writing an idea in my own words shows whether I understood it",
    content:
      "Copied sentences pass through me. When I have to find my own words I notice the step that I skipped, and I remember what I wrote.",
    tags: ["notes", "learning"],
    importance: 0.8,
  },
  "one-claim": {
    at: "2025-03-05T08:35",
    type: "insight",
    title: "A note that makes one claim can be linked, questioned and replaced",
    content:
      "A page about “coffee” can be neither right nor wrong. “About half of the caffeine is still there five hours after a cup” can be supported, contradicted or superseded, and another note can build on it.",
    tags: ["notes"],
    importance: 0.75,
  },
  "hand-beats-laptop": {
    at: "2025-03-12T13:50",
    type: "fact",
    title: "Students who took notes by hand understood lectures better than laptop users",
    content:
      "Mueller and Oppenheimer (2014) found that laptop users wrote down more words, more of them literally, and did worse on conceptual questions.",
    tags: ["notes", "study"],
    importance: 0.5,
  },
  "titles-are-claims": {
    at: "2025-03-19T08:05",
    type: "decision",
    title: "The title of each note is a full statement",
    content:
      "If I cannot write the title as a sentence that someone could disagree with, the note is not ready. Lists of titles now read like arguments.",
    tags: ["notes"],
    importance: 0.65,
  },
  "links-not-folders": {
    at: "2025-04-16T18:45",
    type: "decision",
    title: "I link notes instead of filing them",
    content:
      "A note about coffee and sleep belongs to both, and the folder made me choose. Links carry the reason, too: extends, contradicts, depends on.",
    tags: ["notes"],
    importance: 0.7,
  },
  luhmann: {
    at: "2025-05-21T21:20",
    type: "fact",
    title: "Niklas Luhmann's slip box held about 90,000 handwritten notes",
    content:
      "He numbered each slip and referred from slip to slip instead of sorting by topic, and wrote dozens of books with its help. The slips are being edited at Bielefeld University.",
    tags: ["notes", "history"],
    importance: 0.5,
  },
  "highlighting-weak": {
    at: "2025-06-08T16:30",
    type: "fact",
    title: "Highlighting alone does little for learning",
    content:
      "Dunlosky and colleagues (2013) rated ten study techniques by the evidence. Highlighting and rereading came out low; practice tests and spacing came out high.",
    tags: ["notes", "study", "learning"],
    importance: 0.75,
  },
  "hand-replication": {
    at: "2025-09-28T14:15",
    type: "fact",
    title: "Repeating the handwriting study showed hardly any advantage over laptops",
    content:
      "Morehead, Dunlosky and Rawson (2019) and Urry and colleagues (2021) repeated it with more conditions and people. Small differences, none of them reliable: what one does with the notes afterwards seems to matter more.",
    tags: ["notes", "study", "replication"],
    importance: 0.65,
  },
  "notes-are-for-thinking": {
    at: "2025-10-05T11:10",
    type: "synthesis",
    title: "Notes pay off when I write them, link them and answer from them",
    content:
      "Pen or keyboard, folder or database: the tool made little difference. Putting a claim into my own words, tying it to others and later recalling it without looking is what changed something.",
    tags: ["notes", "learning"],
    importance: 0.85,
  },
} satisfies NoteDrafts;
