import type { NoteDrafts } from "../note-draft.ts";

/** Tidepool, a reading list that the author of these notes builds in the evenings. */
export const SMALL_PROJECT = {
  "json-file": {
    at: "2025-01-10T20:15",
    type: "decision",
    title: "Tidepool keeps its reading list in one JSON file",
    content:
      "A few hundred entries, one user. Reading and writing the whole file is simple, and I can look at it in any editor.",
    tags: ["tidepool", "storage"],
    importance: 0.3,
  },
  "cache-makes-fast": {
    at: "2025-02-25T22:10",
    type: "belief",
    title: "A cache will make Tidepool's search fast",
    content:
      "Search over two thousand entries takes almost a second. Keeping the results of the last queries should fix it.",
    tags: ["tidepool", "performance"],
    importance: 0.3,
  },
  "half-written-file": {
    at: "2025-03-07T23:05",
    type: "code_finding",
    title: "A crash while saving left Tidepool with half a JSON file",
    content:
      "`writeFile` truncates first and writes then; the laptop's battery died in between. Writing to a temporary file and renaming it would have kept the old version whole.",
    tags: ["tidepool", "storage", "bug"],
    importance: 0.7,
  },
  "sqlite-file": {
    at: "2025-03-15T15:00",
    type: "decision",
    title: "Tidepool keeps its data in one SQLite file",
    content:
      "Still a single file that I can copy, but a transaction either happened or did not. It also gives me full-text search without another dependency.",
    tags: ["tidepool", "storage"],
    importance: 0.75,
  },
  "date-parsing-slow": {
    at: "2025-03-30T21:30",
    type: "code_finding",
    title: "Tidepool's search spent most of its time parsing dates",
    content:
      "The profiler showed nine tenths of the time in a date library, called for each entry just to sort. Comparing the ISO 8601 strings as text gives the same order and took search from 900 to 60 milliseconds.",
    tags: ["tidepool", "performance"],
    importance: 0.7,
  },
  "measure-first": {
    at: "2025-04-01T19:00",
    type: "decision",
    title: "Nothing in Tidepool is made faster before it is measured",
    content:
      "Each change for speed starts with a profile and ends with the same figure again, both in the commit message.",
    tags: ["tidepool", "performance", "process"],
    importance: 0.65,
  },
  "time-zone-test": {
    at: "2025-06-03T22:45",
    type: "code_finding",
    title: "A test failed every night because it compared local days",
    content:
      "“Added today” used the machine's time zone, and the build server runs in UTC. Between midnight and two o'clock the two disagreed about what today is.",
    tags: ["tidepool", "bug", "time"],
    importance: 0.55,
  },
  "utc-only": {
    at: "2025-06-04T20:20",
    type: "decision",
    title: "Tidepool stores all times in UTC and converts when it shows them",
    content: "One rule instead of one per function. Tests pass in a fixed clock and a fixed zone.",
    tags: ["tidepool", "time"],
    importance: 0.6,
  },
  "planning-fallacy": {
    at: "2025-07-02T18:10",
    type: "fact",
    title: "People underestimate their own tasks even when similar ones ran late",
    content:
      "Kahneman and Tversky named it the planning fallacy in 1979. Asking how long comparable tasks really took, instead of imagining this one, makes estimates better.",
    tags: ["planning", "estimates"],
    importance: 0.7,
  },
  "estimates-double": {
    at: "2025-08-17T21:50",
    type: "experience",
    title: "My evening tasks took twice as long as I had estimated",
    content:
      "I wrote down estimate and outcome for thirty Tidepool tasks. The typical factor was two, hardly ever below one, and it did not improve by trying to be careful, only by looking up the last similar task.",
    tags: ["tidepool", "estimates"],
    importance: 0.6,
  },
  "write-down-why": {
    at: "2025-09-07T10:30",
    type: "insight",
    title: "A decision that carries its reason need not be argued again",
    content:
      "I nearly moved back to JSON because I had forgotten the crash. Now each decision names what it rests on, and when that changes I know what to look at.",
    tags: ["process", "notes", "decisions"],
    importance: 0.75,
  },
  "decisions-age-well": {
    at: "2025-10-19T16:00",
    type: "synthesis",
    title: "Decisions age well when they rest on something measured and say so",
    content:
      "SQLite, UTC and measuring first all came out of a concrete failure and have held since. The JSON file and the cache came out of a guess and did not. So: find out, decide, write down why, and let the next decision replace it openly.",
    tags: ["process", "decisions", "tidepool"],
    importance: 0.85,
  },
} satisfies NoteDrafts;
