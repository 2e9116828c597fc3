const WORDS: Readonly<Record<string, string>> = {
  denied: "You did not let Knote know who you are. Nothing was stored.",
  expired: "Signing in took too long, or it began in another browser. Please begin again.",
  limit: "That was too often in too short a time. Please wait a minute.",
  not_allowed: "This Knote is for invited people, and your account is not among them.",
  provider: "The provider did not answer as it should. Please try again in a minute.",
  unavailable: "Signing in is not possible right now. Please try again in a minute.",
};

/** Why signing in failed, for people. */
export function wordsFor(code: string): string {
  return WORDS[code] ?? "Signing in did not work. Please try again.";
}
