import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { ConfigError } from "./config-error.ts";
import type { Config } from "./config.ts";
import { parseConfig } from "./parse-config.ts";

/** Loads the settings of the process, which override those in the folder's `.env`. Throws `ConfigError`. */
export function loadConfig(environment: Readonly<Record<string, string | undefined>>, folder: string): Config {
  const settings = Object.entries(environment).filter(([, value]) => value?.trim());
  return parseConfig({ ...readEnvFile(join(folder, ".env")), ...Object.fromEntries(settings) });
}

function readEnvFile(path: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(path, "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw new ConfigError([`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`]);
  }
}
