import type { ConnectorRequest } from "@knote/contract";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect } from "react";
import { authApi } from "../../session/auth-api.ts";
import { useRequiredSession } from "../../session/use-required-session.ts";
import { Logo } from "../../kit/ui/logo.tsx";
import { ErrorNotice } from "../../kit/ui/states.tsx";
import { ConnectForm } from "./connect-form.tsx";

const connectRoute = getRouteApi("/connect");

/** Asks the owner whether an outside application may use their notes. */
export function ConnectPage() {
  const { request = "" } = connectRoute.useSearch();
  const state = useRequiredSession();
  const { data, error } = useQuery({
    queryKey: ["connection", request],
    queryFn: () => authApi.connection(request),
    enabled: state === "signed-in",
    staleTime: Infinity,
    retry: false,
  });
  const wayOut = data && "redirect_to" in data ? data.redirect_to : null;
  useEffect(() => {
    if (wayOut !== null) window.location.replace(wayOut);
  }, [wayOut]);
  return (
    <main className="flex min-h-full items-center justify-center p-6">
      <title>Connect · Knote</title>
      <div className="w-full max-w-md">
        <Logo className="mx-auto size-11" />
        <h1 className="mt-4 text-center text-2xl font-semibold tracking-tight">Connect an application</h1>
        {error && <ErrorNotice error={error} />}
        {data && "client_name" in data && <Question application={data} request={request} />}
      </div>
    </main>
  );
}

function Question({ application, request }: { readonly application: ConnectorRequest; readonly request: string }) {
  const { client_name: name, client_host: host, return_host: returnHost, is_loopback: isLoopback } = application;
  return (
    <>
      <p className="mt-4">
        <strong className="break-words">{name}</strong> wants to use your notes.
      </p>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
        <dt className="text-muted">It is described by</dt>
        <dd className="font-mono break-all">{host}</dd>
        <dt className="text-muted">You return to</dt>
        <dd className="font-mono break-all">{returnHost}</dd>
      </dl>
      {isLoopback && (
        <p role="alert" className="mt-3 rounded-lg border border-line bg-surface p-3 text-sm text-danger">
          This is a program on your own machine. Any program there could pretend to be {name}: go on only if you have
          just started it.
        </p>
      )}
      <ConnectForm request={request} />
    </>
  );
}
