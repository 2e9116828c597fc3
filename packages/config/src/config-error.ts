/** Says that settings are wrong; the message has a line for each problem. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    const lead = problems.length === 1 ? "A setting is wrong" : `${problems.length} settings are wrong`;
    super(`${lead}:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.name = "ConfigError";
    this.problems = problems;
  }
}
