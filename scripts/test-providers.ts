/**
 * Runs the provider tests of `npm test` against the real providers instead of recordings; costs a few cents.
 *   ANTHROPIC_API_KEY=… OPENAI_API_KEY=… npm run test:providers
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { supervise } from "../tooling/bootstrap/supervise.mjs";

const KEYS = { Anthropic: "ANTHROPIC_API_KEY", OpenAI: "OPENAI_API_KEY" } as const;
const root = join(import.meta.dirname, "..");

let keyCount = 0;
for (const [provider, key] of Object.entries(KEYS)) {
  if (process.env[key]) keyCount++;
  else process.stdout.write(`${provider}: skipped: no key (${key} is not set)\n`);
}
if (keyCount > 0) {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "packages/models/src/providers.test.ts", ...process.argv.slice(2)];
  const env = { ...process.env, KNOTE_TEST_REAL_PROVIDERS: "1" };
  const { code } = await supervise(spawn(process.execPath, args, { cwd: root, stdio: "inherit", env }));
  process.exitCode = code ?? 1;
}
