/**
 * Knote from TypeScript: the compiler checks every call below against the server's types.
 *   TOKEN=$(npm run --silent knote token) node examples/typed-client.ts
 */
import type { AppRouter } from "@knote/api";
import { createTRPCClient, httpBatchLink } from "@trpc/client";

const { BASE_URL = "http://127.0.0.1:8420", TOKEN } = process.env;
if (!TOKEN) throw new Error("Set TOKEN: TOKEN=$(npm run --silent knote token) node examples/typed-client.ts");

const knote = createTRPCClient<AppRouter>({
  links: [httpBatchLink({ url: `${BASE_URL}/trpc`, headers: { Authorization: `Bearer ${TOKEN}` } })],
});

const coffee = await knote.notes.create.mutate({
  title: "Coffee after three spoils my sleep",
  content: "Two weeks of notes: on days with an afternoon espresso I lay awake an hour longer.",
  note_type: "experience",
  tags: ["sleep", "coffee"],
});
const doubt = await knote.notes.create.mutate({
  title: "Afternoon coffee does not change when I fall asleep",
  content: "A month with a tracker shows no difference between days with and without it.",
  note_type: "experience",
  tags: ["sleep", "coffee"],
});

await knote.links.create.mutate({ source_id: doubt.id, target_id: coffee.id, relation: "contradicts" });
console.log("state:", (await knote.notes.get.query({ id: coffee.id })).state);

const { results } = await knote.recall.recall.mutate({ query: "Does coffee keep me awake?" });
for (const result of results) console.log(result.score.toFixed(2), result.title);

const { answer, sources } = await knote.recall.ask.mutate({ query: "Does coffee keep me awake?" });
console.log(answer);
console.log(sources.map((source, index) => `[${index + 1}] ${source.title}`).join("\n"));
