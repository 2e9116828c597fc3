import { ConfigError } from "../config-error.ts";
import { parseConfig } from "../parse-config.ts";

/** Returns the problems of the settings; an empty list for valid ones. */
export function problemsOf(variables: Readonly<Record<string, string>>): readonly string[] {
  try {
    parseConfig(variables);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}
