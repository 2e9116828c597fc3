import { testServices, testUser } from "@knote/testkit";
import { expect, it } from "vitest";

const QUERY = "Which database do we use?";

async function setUp() {
  const services = testServices();
  const user = testUser(services);
  const decision = await user.note("We use Postgres as our database", { note_type: "decision" });
  await user.note("Our database is backed up", { note_type: "fact" });
  const passages = async () => {
    const before = services.models.default.requests.length;
    await user.api.recall.ask({ query: QUERY });
    return services.models.default.requests.slice(before).flatMap((request) => request.passages);
  };
  return { ...user, services, decision, passages };
}

it("gives answer models the stance of decisions alone, as it is at present", async () => {
  const { api, decision, passages } = await setUp();
  await api.stances.set({ id: decision.id, confidence: 0.6 });
  await api.stances.set({ id: decision.id, confidence: 0.7, expects: "It lasts." });
  await api.stances.recordOutcome({ id: decision.id, outcome: "came_false", text: "It did not." });
  const results = await passages();
  expect(results.find(({ noteId }) => noteId === decision.id)).toMatchObject({
    stance: { confidence: 0.7, outcome: "came_false" },
  });
  expect(results.filter((passage) => "stance" in passage)).toHaveLength(1);
});

it("leaves passages as they were without a stance, or with one that says nothing of either", async () => {
  const { api, decision, passages } = await setUp();
  const before = JSON.stringify(await passages());
  expect(before).not.toContain("stance");
  await api.stances.set({ id: decision.id, review_on: "2026-06-01" });
  expect(JSON.stringify(await passages())).toBe(before);
  await api.stances.set({ id: decision.id, confidence: 0.7 });
  expect(JSON.stringify(await passages())).not.toBe(before);
  await api.notes.update({ id: decision.id, note_type: "insight" });
  expect(JSON.stringify(await passages())).not.toContain("stance");
});
