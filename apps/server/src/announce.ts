import type { Config } from "@knote/config";

const NOTE = `{"title": "Retrieval practice beats rereading", "content": "Recalling a text strengthens memory more than reading it again.", "note_type": "fact"}`;

/** What a person at the terminal sees when the server is up. The first line is there without a terminal, too. */
export function announcement(url: string, config: Config, version: string, onTerminal: boolean): string {
  const lead = `Knote ${version} is running at ${url}`;
  if (!onTerminal) return `${lead}\n`;
  return `
${lead}
  API reference  ${config.publicUrl ?? url}/docs
  data           ${config.storage.dataDir}

${nextStep(url, config)}
`;
}

function nextStep(url: string, { tokens }: Config): string {
  if (tokens.kind === "jwks") return `Next: call it with a token whose key is published at ${tokens.url}\n`;
  return `Next: npm run knote token prints an access token. Store a first note with it:
  TOKEN=$(npm run --silent knote token)
  curl ${url}/api/workspace/notes \\
    -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
    -d '${NOTE}'
`;
}
