import { testClock, testServices, testUser } from "@knote/testkit";
import { expect, it } from "vitest";
import { createIndexer } from "../indexing/indexer.ts";

/** Made-up lines with what replaced them later, and a question that either answers. */
const REWRITTEN_LINES: readonly (readonly [before: string, after: string, question: string])[] = [
  ["The team meets on Mondays", "The team meets twice a week, on Tuesdays and Fridays", "When does the team meet?"],
  ["Seokjin Kang leads the platform group", "Jihoon Ryu leads the platform group now", "Who leads the platform group?"],
  ["Backups run every night at two", "Backups are taken hourly and kept for a week", "How often do backups run?"],
  ["Spaced reviews beat rereading", "Retrieval practice beats both reviews and rereading", "What beats rereading?"],
  ["The garden needs water daily", "Drip irrigation waters the garden by itself", "How is the garden watered?"],
  [
    "Coffee before noon does not disturb sleep",
    "Even morning coffee shortens deep sleep",
    "Does coffee disturb sleep?",
  ],
  ["Deploys go out on Thursdays", "Every merged change is deployed at once", "When are changes deployed?"],
  [
    "The gateway keeps one signing key",
    "The gateway rotates two signing keys",
    "How many signing keys has the gateway?",
  ],
  ["Our database is a single MySQL server", "Our data lives in a Postgres cluster", "Which database do we use?"],
  ["Bread rises for an hour", "Bread rises overnight in the fridge", "How long does bread rise?"],
  ["Rent is due on the first", "Rent is paid by standing order on the third", "When is rent due?"],
  ["Invoices go to the Lisbon office", "Invoices are sent to accounting in Porto", "Where do invoices go?"],
  ["Emma studies medicine in Graz", "Emma switched to biology in Vienna", "What does Emma study?"],
  ["Running thrice a week is enough", "Two runs and one swim a week are better", "How often is running enough?"],
  ["The library opens at nine", "The library opens at ten since the renovation", "When does the library open?"],
  ["Tests run on every push", "Tests run before a merge only", "When do tests run?"],
  [
    "Passwords expire after ninety days",
    "Passwords never expire but need a second factor",
    "When do passwords expire?",
  ],
  [
    "The train to Basel leaves from platform four",
    "Trains to Basel start at platform nine",
    "Where does the train to Basel leave?",
  ],
  ["Vitamin D is taken daily", "Vitamin D is only needed in winter", "When is vitamin D taken?"],
  [
    "The cache holds a thousand pages",
    "The cache is bounded by memory, not pages",
    "How many pages does the cache hold?",
  ],
  ["Support answers within a day", "Support replies in four working hours", "How fast does support answer?"],
  [
    "Grandmother's recipe uses lard",
    "Butter replaces lard in grandmother's recipe",
    "What does grandmother's recipe use?",
  ],
  ["The cat eats twice a day", "The vet put the cat on three small meals", "How often does the cat eat?"],
  ["Notes are reviewed on Sundays", "Notes are reviewed when something changes", "When are notes reviewed?"],
];
const NOON = "2026-03-01T12:00:00.000Z";
const LEAST_MRR = 0.85;

it.each(["superseded", "changed"] as const)(
  "finds what a line said before it was %s, and nothing later",
  async (way) => {
    const clock = testClock(NOON);
    const services = testServices({ clock });
    const { api, note, link } = testUser(services);
    const lines = [];
    for (const [before, after, question] of REWRITTEN_LINES)
      lines.push({ ...(await note(before)), before, after, question });
    clock.advance(86_400_000);
    const between = new Date(clock.now()).toISOString();
    clock.advance(86_400_000);
    const laterIds = new Set<string>();
    for (const { id, after } of lines) {
      if (way === "changed") await api.notes.update({ id, title: after });
      else {
        const newer = await note(after);
        laterIds.add(newer.id);
        await link(newer, "supersedes", { id });
      }
    }
    await createIndexer(services, () => undefined).drain();
    let sum = 0;
    for (const { id, before, after, question } of lines) {
      const { results } = await api.recall.recall({ query: question, as_of: between });
      expect(results.filter((result) => laterIds.has(result.id) || result.title === after)).toEqual([]);
      const place = results.findIndex((result) => result.id === id && result.title === before);
      sum += place < 0 ? 0 : 1 / (place + 1);
      const [best] = (await api.recall.recall({ query: question })).results;
      expect(best?.title).not.toBe(before);
    }
    expect(sum / lines.length).toBeGreaterThanOrEqual(LEAST_MRR);
  },
);
