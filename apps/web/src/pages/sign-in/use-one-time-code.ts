import { AuthFailure } from "../../kit/failures.ts";
import { useEffect, useState } from "react";
import { useServices } from "../../kit/services.tsx";
import { authApi } from "../../session/auth-api.ts";

interface CodeState {
  readonly state: "none" | "sent" | "accepted" | "refused";
  /** Why the code was refused. */
  readonly problem: string | null;
}

/** Exchanges the code of a one-time link in the URL for a session, and removes the code from the URL at once. */
export function useOneTimeCode(): CodeState {
  const [code] = useState(codeOfAddress);
  const { session } = useServices();
  const [answer, setAnswer] = useState<CodeState>({ state: code === null ? "none" : "sent", problem: null });
  useEffect(() => {
    if (code === null) return;
    history.replaceState(history.state, "", window.location.pathname + window.location.search);
    // The code works once, so it is sent once, even if React runs the effect twice.
    exchange(code)
      .then(() => session.token())
      .then(
        () => setAnswer({ state: "accepted", problem: null }),
        (error: unknown) => setAnswer({ state: "refused", problem: problemWords(error) }),
      );
  }, [code, session]);
  return answer;
}

const exchanges = new Map<string, Promise<void>>();

function exchange(code: string): Promise<void> {
  const running = exchanges.get(code) ?? authApi.signInWithCode(code);
  exchanges.set(code, running);
  return running;
}

function codeOfAddress(): string | null {
  return new URLSearchParams(window.location.hash.slice(1)).get("code");
}

function problemWords(error: unknown): string {
  const wasRefused = error instanceof AuthFailure && error.status < 500;
  return wasRefused
    ? "This link has already been used, or it has expired."
    : "Signing in did not work. Please try again.";
}
