import { expect, it } from "vitest";
import { parseConfig } from "./parse-config.ts";
import { problemsOf } from "./testing/problems-of.ts";

const ON = { MCP_OAUTH: "on", PUBLIC_URL: "https://notes.example.com/" };
const ADDRESS = "MCP_OAUTH needs an https address without a path in PUBLIC_URL: connectors call from elsewhere.";

it("lets no connector in by default", () => {
  expect(parseConfig({}).connectors).toBeNull();
  expect(parseConfig({ ...ON, MCP_OAUTH: "off" }).connectors).toBeNull();
});

it("lets connectors of all hosts in, or of those that are listed", () => {
  expect(parseConfig(ON).connectors).toEqual({ hosts: [] });
  expect(parseConfig({ ...ON, MCP_CLIENTS: "claude.ai, chatgpt.com:8443" }).connectors).toEqual({
    hosts: ["claude.ai", "chatgpt.com:8443"],
  });
});

it.each([
  [{ MCP_OAUTH: "yes" }, ['MCP_OAUTH must be one of on, off, not "yes".']],
  [{ MCP_OAUTH: "on" }, [ADDRESS]],
  [{ MCP_OAUTH: "on", PUBLIC_URL: "http://notes.example.com" }, [ADDRESS]],
  [{ MCP_OAUTH: "on", PUBLIC_URL: "https://example.com/notes" }, [ADDRESS]],
  [
    { ...ON, JWT_JWKS_URL: "https://id.example.com/keys" },
    ["MCP_OAUTH needs people who sign in here, and with JWT_JWKS_URL tokens come from elsewhere."],
  ],
  [{ MCP_CLIENTS: "claude.ai" }, ["MCP_CLIENTS is set without MCP_OAUTH=on."]],
  [
    { ...ON, MCP_CLIENTS: "https://claude.ai" },
    ['MCP_CLIENTS must list hosts such as claude.ai with commas between, not "https://claude.ai".'],
  ],
  [
    { ...ON, MCP_CLIENTS: "Claude.ai" },
    ['MCP_CLIENTS must list hosts such as claude.ai with commas between, not "Claude.ai".'],
  ],
])("%j is refused", (variables, problems) => {
  expect(problemsOf(variables)).toEqual(problems);
});
