import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
import { authApi } from "../../session/auth-api.ts";
import { Logo } from "../../kit/ui/logo.tsx";
import { ErrorNotice } from "../../kit/ui/states.tsx";
import { useOneTimeCode } from "./use-one-time-code.ts";
import { useSignInElsewhere } from "./use-sign-in-elsewhere.ts";
import { wordsFor } from "./words.ts";

const signInRoute = getRouteApi("/signin");

/** The sign-in page: the provider's button, or how to sign in to an installation of your own. */
export function SignInPage() {
  const { return_to: returnTo = "/", error, request_id: requestId } = signInRoute.useSearch();
  const navigate = useNavigate();
  const code = useOneTimeCode();
  const options = useQuery({ queryKey: ["sign-in"], queryFn: authApi.options, staleTime: Infinity });

  const goOn = useCallback(() => void navigate({ href: returnTo, replace: true }), [navigate, returnTo]);
  useSignInElsewhere(goOn);

  useEffect(() => {
    if (code.state === "accepted") goOn();
  }, [code.state, goOn]);

  return (
    <main className="flex min-h-full items-center justify-center p-6">
      <title>Sign in · Knote</title>
      <div className="w-full max-w-sm text-center">
        <Logo className="mx-auto size-11" />
        <h1 className="mt-4 text-2xl font-semibold tracking-tight">Knote</h1>
        <p className="mt-1 text-muted">Your notes, how they connect, and answers that cite them.</p>
        {(error ?? code.problem) && (
          <div role="alert" className="mt-6 rounded-lg border border-line bg-surface p-3 text-sm text-danger">
            {code.problem ?? wordsFor(error!)}
            {requestId && <code className="mt-1 block font-mono text-xs text-muted select-all">{requestId}</code>}
          </div>
        )}
        <div className="mt-8">
          {code.state === "sent" && <p className="text-muted">Signing you in …</p>}
          {code.state !== "sent" && options.error && (
            <ErrorNotice error={options.error} onRetry={() => void options.refetch()} />
          )}
          {code.state !== "sent" && options.data?.mode === "local" && <LocalHelp />}
          {code.state !== "sent" && options.data?.mode === "external" && (
            <p className="text-muted">You cannot sign in here: this installation has its own token issuer.</p>
          )}
          {options.data?.mode === "github" && (
            <a
              href={`/auth/github?${new URLSearchParams({ return_to: returnTo })}`}
              className="inline-flex h-10 w-full items-center justify-center rounded-lg bg-accent font-medium text-on-accent hover:opacity-90"
            >
              Sign in with {options.data.provider.name}
            </a>
          )}
        </div>
      </div>
    </main>
  );
}

function LocalHelp() {
  return (
    <div className="rounded-lg border border-line bg-surface p-4 text-left">
      <p>This Knote belongs to its operator. To sign in, on the machine where it runs:</p>
      <ul className="mt-2 list-disc space-y-1.5 pl-5">
        <li>
          follow the sign-in link that <code className="font-mono text-sm">npm start</code> printed, or
        </li>
        <li>
          run <code className="rounded bg-hover px-1 py-px font-mono text-sm select-all">npm run knote open</code> for a
          new one.
        </li>
      </ul>
      <p className="mt-2 text-sm text-muted">A link works once, within ten minutes.</p>
    </div>
  );
}
