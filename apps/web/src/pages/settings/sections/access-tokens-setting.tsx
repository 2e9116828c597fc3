import type { Token } from "@knote/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { problemOf } from "../../../kit/errors.ts";
import { SignedOut } from "../../../kit/failures.ts";
import { useServices } from "../../../kit/services.tsx";
import { Button } from "../../../kit/ui/button.tsx";
import { Dialog } from "../../../kit/ui/dialog.tsx";
import { ShownOnce } from "../../../kit/copying/shown-once.tsx";
import { Snippets } from "../../../kit/copying/snippets.tsx";
import { ErrorNotice, SkeletonRows } from "../../../kit/ui/states.tsx";
import { authApi } from "../../../session/auth-api.ts";
import { Setting } from "../setting.tsx";
import { clientSnippets } from "./tokens/client-snippets.ts";
import { NewTokenForm } from "./tokens/new-token-form.tsx";
import { RevokeDialog } from "./tokens/revoke-dialog.tsx";
import { TokenRow } from "./tokens/token-row.tsx";

const KEY = ["tokens"];
const time = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

/** Lists the tokens of scripts and agents, makes new ones and revokes them. */
export function AccessTokensSetting() {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey: KEY, queryFn: authApi.tokens, staleTime: 0 });
  const [isMaking, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<Token | null>(null);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: KEY });
  return (
    <Setting
      name="Access tokens"
      about={
        <>
          For scripts and agents that use your notes through the{" "}
          <a href="/docs" className="underline underline-offset-2">
            API
          </a>
          . Revoke one, and it is refused from its next request on.
        </>
      }
    >
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={1} height={52} />}
      {data?.tokens.length === 0 && <p className="text-muted">No script or agent has a token of yours.</p>}
      <ul
        aria-label="Access tokens"
        className="divide-y divide-line rounded-lg border border-line bg-surface empty:hidden"
      >
        {data?.tokens.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => setMaking(true)}>New token …</Button>
        <HourToken />
      </div>
      {isMaking && <NewTokenDialog onMade={refresh} onClose={() => setMaking(false)} />}
      {revoking && <RevokeDialog token={revoking} onRevoked={refresh} onClose={() => setRevoking(null)} />}
    </Setting>
  );
}

/** Asks what the token is for, then shows it, this once. */
function NewTokenDialog({ onMade, onClose }: { readonly onMade: () => void; readonly onClose: () => void }) {
  const [text, setText] = useState<string | null>(null);
  const show = (newText: string) => {
    setText(newText);
    onMade();
  };
  return (
    <Dialog open onClose={onClose} title="New access token">
      {text === null ? (
        <NewTokenForm onMade={show} onClose={onClose} />
      ) : (
        <div className="flex flex-col gap-4 p-4">
          <ShownOnce value={text} note="It is not shown again." />
          <Snippets heading="Give it to" snippets={clientSnippets(text, window.location.origin)} />
          <div className="flex justify-end">
            <Button onClick={onClose}>Done</Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

interface MintedToken {
  readonly value: string;
  readonly until: Date;
}

/** Makes a token for trying something out; it ends by itself. */
function HourToken() {
  const { toasts } = useServices();
  const [mintedToken, setMintedToken] = useState<MintedToken | null>(null);
  const mint = async (): Promise<void> => {
    try {
      const token = await authApi.mintToken();
      if (!token) throw new SignedOut();
      setMintedToken({ value: token.value, until: new Date(Date.now() + token.lifeMs) });
    } catch (failure) {
      toasts.showProblem(problemOf(failure));
    }
  };
  if (!mintedToken) return <Button onClick={() => void mint()}>Create a token for an hour</Button>;
  return (
    <div className="w-full rounded-lg border border-line bg-surface p-3">
      <ShownOnce
        value={mintedToken.value}
        note={`Valid until ${time.format(mintedToken.until)}. It is not shown again.`}
      />
      <pre tabIndex={0} className="mt-3 overflow-x-auto rounded-md bg-hover p-2.5 font-mono text-xs">
        {`curl -H "Authorization: Bearer $TOKEN" ${window.location.origin}/api/graph/stats`}
      </pre>
    </div>
  );
}
