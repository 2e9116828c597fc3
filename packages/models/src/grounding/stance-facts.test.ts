import { expect, it } from "vitest";
import { aPassage } from "../answers/a-passage.ts";
import { factsOf, questionOf } from "./instructions.ts";

const NOW = Date.parse("2026-03-01T12:00:00.000Z");
const QUERY = "Which database do we use?";
const PLAIN = `Question (asked on 2026-03-01): ${QUERY}`;

it("tells remote models how sure the owner was and what came, and to say so", () => {
  const passage = aPassage({ stance: { confidence: 0, outcome: "came_false" } });
  expect(factsOf(passage, 0)).toEqual({
    note: 1,
    written: "2026-03-01",
    state: "active",
    confidence: 0,
    outcome: "came_false",
  });
  const question = questionOf({ query: QUERY, passages: [passage] }, NOW);
  expect(question).toMatch(/^A note with the fact confidence tells how sure its owner was of it/);
  expect(question.endsWith(`\n\n${PLAIN}`)).toBe(true);
});

it("tells only what is known", () => {
  const sure = factsOf(aPassage({ stance: { confidence: 0.7, outcome: null } }), 0);
  expect(sure).toMatchObject({ confidence: 0.7 });
  expect(sure).not.toHaveProperty("outcome");
  expect(factsOf(aPassage({ stance: { confidence: null, outcome: "mixed" } }), 0)).not.toHaveProperty("confidence");
});

it("changes nothing for notes without a stance", () => {
  expect(Object.keys(factsOf(aPassage({}), 0))).toEqual(["note", "written", "state"]);
  expect(questionOf({ query: QUERY, passages: [aPassage({})] }, NOW)).toBe(PLAIN);
});

it("comes after the rule of notes that need review", () => {
  const review = { kind: "archived", causeId: "cause", claim: "Postgres is cheap", now: [] } as const;
  const passages = [aPassage({ review }), aPassage({ stance: { confidence: 0.7, outcome: null } })];
  const [first, second, question] = questionOf({ query: QUERY, passages }, NOW).split("\n\n");
  expect(first).toContain("rested_on");
  expect(second).toContain("confidence");
  expect(question).toBe(PLAIN);
});
