const WORDS: Readonly<Record<string, string>> = {
  denied: "You did not allow Knote to see who you are. Nothing was stored.",
  expired: "Signing in took too long, or it was started in another browser. Please start again.",
  limit: "Too many attempts in a short time. Please wait a minute.",
  not_allowed: "This Knote is for invited users, and your account is not one of them.",
  provider: "The provider sent an unexpected response. Please try again in a minute.",
  unavailable: "Signing in is not possible right now. Please try again in a minute.",
};

/** Explains to the user why signing in failed. */
export function wordsFor(code: string): string {
  return WORDS[code] ?? "Signing in did not work. Please try again.";
}
