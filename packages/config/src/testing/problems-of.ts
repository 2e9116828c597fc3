import { ConfigError } from "../config-error.ts";
import { parseConfig } from "../parse-config.ts";

/** What is wrong with the settings; nothing when they can be used. */
export function problemsOf(variables: Readonly<Record<string, string>>): readonly string[] {
  try {
    parseConfig(variables);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}
