/**
 * Plays the session of docs/mcp.md with the official client, against a server of its own, and prints what came back.
 *   node bootstrap.mjs node scripts/mcp-session.ts > session.md
 */
import { startServerProcess } from "../packages/testkit/src/http/start-server-process.ts";
import { connectMcp } from "../packages/testkit/src/http/mcp-client.ts";

interface Claim {
  readonly title: string;
  readonly content: string;
  readonly note_type: string;
}

const CLAIMS: readonly Claim[] = [
  claim(
    "Sleep consolidates memory",
    "People who slept after learning remembered more word pairs than people who stayed awake.",
    "fact",
  ),
  claim("Deep sleep strengthens facts", "The more slow-wave sleep, the more facts were kept the next morning.", "fact"),
  claim(
    "Naps of an hour are enough for word lists",
    "An hour that reached deep sleep gave the same gain as a night.",
    "fact",
  ),
  claim("Retrieval practice beats rereading", "Students who tested themselves remembered more after a week.", "fact"),
  claim(
    "Spacing reviews beats cramming",
    "The same time, spread over days, gave twice the recall after a month.",
    "fact",
  ),
  claim(
    "Tests the evening before sleep work best",
    "It follows from what sleep does and what testing does.",
    "insight",
  ),
  claim("I test myself in the evening instead of the morning", "Because of what sleep does for memory.", "decision"),
  claim("Coffee after noon shortens deep sleep", "Caffeine six hours before bed cost an hour of sleep.", "fact"),
  claim("I drink no coffee after noon", "So that deep sleep stays long.", "decision"),
  claim(
    "Coffee after noon does not shorten deep sleep",
    "In another study, with half the dose, nothing changed.",
    "fact",
  ),
];

const LINKS: readonly (readonly [number, string, number])[] = [
  [1, "extends", 0],
  [2, "extends", 0],
  [5, "derived_from", 0],
  [5, "derived_from", 3],
  [6, "depends_on", 5],
  [8, "depends_on", 7],
  [9, "contradicts", 7],
];

await using server = await startServerProcess();
await using agent = await connectMcp("2.4.0, 2026-07-28", {
  url: server.url,
  token: await server.token("local:owner"),
});

const { tools } = await agent.listTools();
print(`The client speaks ${agent.protocolVersion} and sees: ${tools.map(({ name }) => `\`${name}\``).join(", ")}.\n\n`);
await call("Is anything of it noted already?", "search", { query: "What does sleep do for memory?" });
const ids: string[] = [];
for (const [place, one] of CLAIMS.entries()) {
  const result = await call(place === 0 ? "Nothing. The ten claims, one after the other:" : "", "create_note", one);
  ids.push(result.id);
}
for (const [place, [source, relation, target]] of LINKS.entries())
  await call(place === 0 ? "The links between them:" : "", "link_notes", {
    source_id: ids[source],
    relation,
    target_id: ids[target],
  });
await call("What does not fit together?", "review", { kind: "contested" });
await call("What rests on what is contested?", "review", { kind: "needs_review" });
await call("And one question to Knote itself:", "ask", { query: "Does coffee after noon shorten deep sleep?" });
await call("A mistake, to see what it says:", "link_notes", {
  source_id: ids[9],
  relation: "contradicts",
  target_id: ids[7],
});

async function call(words: string, name: string, parameters: object): Promise<any> {
  const { content, structuredContent, isError } = await agent.callTool(name, parameters);
  if (words !== "") print(`${words}\n\n`);
  const answer = isError ? content[0]!.text : JSON.stringify(structuredContent);
  print(`\`\`\`\n${name} ${JSON.stringify(parameters)}\n→ ${hideAddress(answer ?? "")}\n\`\`\`\n\n`);
  return structuredContent;
}

/** The port is another one each time. */
function hideAddress(text: string): string {
  return text.replaceAll(server.url, "http://127.0.0.1:8420");
}

function claim(title: string, content: string, note_type: string): Claim {
  return { title, content, note_type };
}

function print(text: string): void {
  process.stdout.write(text);
}
