import type { Snippet } from "../../../../kit/copying/snippets.tsx";

const BEARER = "Authorization: Bearer";

/**
 * Returns what to tell each client. The token itself stands in settings that cannot read the environment, and in the
 * line that puts it there; `<knote>` is the folder of the program.
 */
export function clientSnippets(token: string, origin: string): Snippet[] {
  const address = `${origin}/mcp`;
  const inEnvironment = `export KNOTE_TOKEN=${token}`;
  const relay = { command: "node", args: ["<knote>/bootstrap.mjs", "knote", "mcp", "--url", origin] };
  const asInput = { id: "knote", type: "promptString", description: "Knote token", password: true };
  return [
    {
      program: "Claude Code",
      text: `${inEnvironment}\nclaude mcp add --transport http --header "${BEARER} $KNOTE_TOKEN" knote ${address}`,
    },
    {
      program: "Claude Desktop",
      file: "claude_desktop_config.json",
      text: json({ mcpServers: { knote: { ...relay, env: { KNOTE_TOKEN: token } } } }),
    },
    {
      program: "Cursor",
      file: ".cursor/mcp.json",
      text: json({ mcpServers: { knote: { url: address, headers: bearer("${env:KNOTE_TOKEN}") } } }),
    },
    {
      program: "VS Code",
      file: ".vscode/mcp.json",
      text: json({
        servers: { knote: { type: "http", url: address, headers: bearer("${input:knote}") } },
        inputs: [asInput],
      }),
    },
    {
      program: "Codex",
      file: "config.toml",
      text: `[mcp_servers.knote]\nurl = "${address}"\nbearer_token_env_var = "KNOTE_TOKEN"`,
    },
    {
      program: "curl",
      text: `${inEnvironment}\ncurl -H "${BEARER} $KNOTE_TOKEN" ${origin}/api/graph/stats`,
    },
  ];
}

function bearer(value: string): object {
  return { Authorization: `Bearer ${value}` };
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}
