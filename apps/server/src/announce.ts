import { storagePlace, type Config } from "@knote/config";

const NOTE = `{"title": "Retrieval practice beats rereading", "content": "Recalling a text strengthens memory more than reading it again.", "note_type": "fact"}`;

export interface AnnouncementOptions {
  readonly url: string;
  /** Signs in the owner, once; null when people sign in another way. */
  readonly signInLink: string | null;
  readonly config: Config;
  readonly version: string;
  readonly onTerminal: boolean;
}

/** Returns the text shown when the server is up; without a terminal, only the address and the sign-in link. */
export function announcement({ url, signInLink, config, version, onTerminal }: AnnouncementOptions): string {
  const lead = `Knote ${version} is running at ${url}`;
  const link = signInLink && `Sign in, once and within ten minutes: ${signInLink}`;
  if (!onTerminal) return link ? `${lead}\n${link}\n` : `${lead}\n`;
  return `
${lead}
${link ? `  ${link}\n  (npm run knote open makes another link)\n` : ""}\
  API reference  ${config.publicUrl ?? url}/docs
  data           ${storagePlace(config.storage)}

${nextStep(url, config)}
`;
}

function nextStep(url: string, { publicUrl, signIn, tokens }: Config): string {
  if (tokens.kind === "jwks") return `Next: call it with a token whose key is published at ${tokens.url}\n`;
  if (signIn.kind === "github") return `Next: sign in with GitHub at ${publicUrl ?? url}\n`;
  return `Next: npm run knote token prints an access token. Store a first note with it:
  TOKEN=$(npm run --silent knote token)
  curl ${url}/api/workspace/notes \\
    -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
    -d '${NOTE}'
`;
}
