import type { Passage } from "@knote/api";
import { describe, expect, it } from "vitest";
import { answerOf, passagesFor } from "./a-passage.ts";
import { NO_ANSWER } from "./answerable.ts";
import { createExtractModel } from "./extract-model.ts";

type Note = readonly [title: string, text?: string, createdAt?: string];
type Case = readonly [query: string, answer: string, notes: readonly Note[]];

const work: Case[] = [
  [
    "Who reviews the release notes?",
    "“Mia reviews the release notes”",
    [["Mia reviews the release notes", "By Tuesday."]],
  ],
  [
    "Who is the owner of the billing service?",
    "“Owner: Tomás Ferreira”",
    [["The billing service", "Language: Go\nOwner: Tomás Ferreira\nPager: #billing"]],
  ],
  [
    "How many people are on call?",
    "Four: “Four people are on call each week.”",
    [["On-call rotation", "Four people are on call each week. Handover is on Monday."]],
  ],
  ["How many seats does the plan have?", "25: “The plan has 25 seats”", [["The plan has 25 seats", "Since May."]]],
  [
    "How much does the database cost?",
    "€340: “The database costs €340 a month.”",
    [["Hosting bill", "The database costs €340 a month. The rest is small."]],
  ],
  [
    "When did we ship version 2?",
    "14 March 2025: “We shipped version 2 on 14 March 2025.”",
    [["Release history", "We shipped version 2 on 14 March 2025. Version 1 was a prototype."]],
  ],
  [
    "When did we ship version 2?",
    "13 March 2025: “We shipped version 2 yesterday”",
    [["We shipped version 2 yesterday", "Cake for all.", "2025-03-14T09:00:00.000Z"]],
  ],
  [
    "When did the payment outage happen?",
    "“The payment outage was caused by an expired certificate” (written 2 February 2026)",
    [["The payment outage was caused by an expired certificate", "", "2026-02-02T09:00:00.000Z"]],
  ],
  [
    "Where is the staging server?",
    "Frankfurt: “The staging server is in Frankfurt”",
    [["The staging server is in Frankfurt"]],
  ],
  [
    "How long are the logs kept?",
    "30 days: “Logs are kept for 30 days.”",
    [["Logging", "We log to stdout. Logs are kept for 30 days."]],
  ],
  [
    "What did Ada say about the deadline?",
    "“Ada: The deadline is too tight.”",
    [["Standup", "Bo: All fine.\nAda: The deadline is too tight."]],
  ],
];

const decisions: Case[] = [
  [
    "Why did we choose SQLite?",
    "“We chose SQLite because it needs no server.”",
    [["Storage", "We looked at three engines. We chose SQLite because it needs no server. Backups are a file copy."]],
  ],
  [
    "What did we decide about logging?",
    "“Decision: we log JSON lines to stdout.”",
    [["Logging", "Context: grep is not enough.\nDecision: we log JSON lines to stdout.\nOpen: retention."]],
  ],
  [
    "Which databases did we reject?",
    "“We rejected MongoDB for its licence”\n“We rejected Redis for its memory needs”",
    [["We rejected MongoDB for its licence"], ["We rejected Redis for its memory needs"], ["Lunch is at noon"]],
  ],
  [
    "How much is the office rent?",
    "“The office rent is 1350 euros” (written 3 January 2026)\n“The office rent is 1200 euros” (written 3 January 2025)",
    [
      ["The office rent is 1200 euros", "", "2025-01-03T00:00:00.000Z"],
      ["The office rent is 1350 euros", "", "2026-01-03T00:00:00.000Z"],
    ],
  ],
  [
    "What is our latest decision on caching?",
    "“Decision on caching: none at all”",
    [
      ["Decision on caching: an hour in Redis", "", "2025-01-03T00:00:00.000Z"],
      ["Decision on caching: none at all", "", "2026-01-03T00:00:00.000Z"],
    ],
  ],
  [
    "What was our first decision on caching?",
    "“Decision on caching: an hour in Redis”",
    [
      ["Decision on caching: none at all", "", "2026-01-03T00:00:00.000Z"],
      ["Decision on caching: an hour in Redis", "", "2025-01-03T00:00:00.000Z"],
    ],
  ],
];

const code: Case[] = [
  [
    "Which port does the gateway use?",
    "“The gateway uses port 8080”",
    [["The gateway uses port 8080"], ["Metrics are on port 9090"]],
  ],
  [
    "How does parseQuery handle an empty string?",
    "“parseQuery returns null for an empty string”",
    [["parseQuery returns null for an empty string", "```ts\nexport function parseQuery(text: string) {}\n```"]],
  ],
  [
    "What does ECONNRESET mean?",
    "“ECONNRESET means that the peer closed the socket”",
    [["ECONNRESET means that the peer closed the socket"]],
  ],
  [
    "Is c++ faster than c#?",
    "Yes: “C++ was faster than C# in our benchmark”",
    [["C++ was faster than C# in our benchmark"]],
  ],
  [
    "Does Postgres need a restart?",
    "No: “PostgreSQL needs no restart after pg_reload_conf”",
    [["PostgreSQL needs no restart after pg_reload_conf"]],
  ],
];

const life: Case[] = [
  [
    "How long does the bread bake?",
    "45 minutes: “Bake the bread for 45 minutes at 240 °C.”",
    [["Sourdough", "- 500 g flour\n1. Rest overnight.\n2. Bake the bread for 45 minutes at 240 °C."]],
  ],
  [
    "How many eggs go into the carbonara?",
    "Three: “Three eggs and a yolk.”",
    [["Carbonara", "- Three eggs and a yolk.\n- 80 g pecorino"]],
  ],
  [
    "Where do I keep my passport?",
    "“I keep my passport in the top drawer”",
    [["I keep my passport in the top drawer"]],
  ],
  [
    "When did I see the dentist?",
    "Friday, 27 February 2026: “I saw the dentist last Friday.”",
    [["Dentist", "I saw the dentist last Friday.", "2026-03-01T12:00:00.000Z"]],
  ],
  [
    "When did I run my first marathon?",
    "2024: “I ran my first marathon in 2024”",
    [["I ran my first marathon in 2024"]],
  ],
  [
    "What helps me sleep?",
    "“Reading on paper helps me sleep”\n“A cold room helps me sleep”",
    [["Reading on paper helps me sleep"], ["A cold room helps me sleep"]],
  ],
  [
    "Who recommended the film Arrival?",
    "“My sister recommended the film Arrival”",
    [["My sister recommended the film Arrival", "Sad and good."]],
  ],
  ["Is the café open on Sunday?", "Yes: “The cafe is open on Sunday”", [["The cafe is open on Sunday"]]],
];

const languages: Case[] = [
  ["¿Dónde está la llave?", "“La llave está en la cocina”", [["La llave está en la cocina", "Junto al café."]]],
  ["Où est la clé?", "“La clé est à l'étage”", [["La clé est à l'étage"]]],
  ["Wann zieht Jürgen um?", "“Jürgen zieht im März um”", [["Jürgen zieht im März um"]]],
  ["猫はどこにいますか", "“猫は台所にいます。”", [["猫", "猫は台所にいます。犬は庭にいます。"]]],
];

const unansweredCases: Case[] = [
  ["What did Caroline paint?", NO_ANSWER, [["Melanie painted a sunrise"]]],
  ["Where does Ben live?", NO_ANSWER, [["Anna lives in Bonn", "She likes it."]]],
  ["When does the lease end?", NO_ANSWER, [["Bread needs a hot oven"]]],
  ["Who leads the Zurich office?", NO_ANSWER, [["Grace leads the Lisbon office"]]],
  ["What is the capital of Peru?", NO_ANSWER, [["The peruse button is broken", "See the screenshot."]]],
];

const cases = { work, decisions, code, life, languages, unanswered: unansweredCases };

describe.each(Object.entries(cases))("notes of %s", (_, examples) => {
  it.each(examples)("answer %j with %j", async (query, answer, notes) => {
    const passages = passagesFor(query, notes.map(toNote));
    const { text, cited } = await answerOf(createExtractModel(), { query, passages });
    expect(text.replace(/ \[\d\]/g, "")).toBe(answer);
    expect(cited.length).toBe(answer === NO_ANSWER ? 0 : answer.split("\n").length);
  });
});

function toNote([title, text = "", createdAt = "2026-03-01T12:00:00.000Z"]: Note): Partial<Passage> {
  return { title, text, createdAt };
}
