import { SignedOut } from "../../../kit/failures.ts";
import { useState } from "react";
import { useServices } from "../../../kit/services.tsx";
import { authApi } from "../../../session/auth-api.ts";
import { problemOf } from "../../../kit/errors.ts";
import { copyText } from "../../../kit/toasts/copy-text.ts";
import { Button } from "../../../kit/ui/button.tsx";
import { Setting } from "../setting.tsx";

const time = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

interface MintedToken {
  readonly value: string;
  readonly until: Date;
}

/** Creates a token for a script; it is shown once and stored nowhere. */
export function TokenSetting() {
  const { toasts } = useServices();
  const [mintedToken, setMintedToken] = useState<MintedToken | null>(null);
  const mint = async (): Promise<void> => {
    try {
      const token = await authApi.mintToken();
      if (!token) throw new SignedOut();
      setMintedToken({ value: token.value, until: new Date(Date.now() + token.lifeMs) });
    } catch (error) {
      toasts.showProblem(problemOf(error));
    }
  };
  return (
    <Setting
      name="Access token"
      about={
        <>
          For scripts that read and write your notes through the{" "}
          <a href="/docs" className="underline underline-offset-2">
            API
          </a>
          . It is valid for an hour; on your own installation,{" "}
          <code className="font-mono text-xs">npm run knote token</code> creates others.
        </>
      }
    >
      {mintedToken ? (
        <ShownOnce mintedToken={mintedToken} />
      ) : (
        <Button onClick={() => void mint()}>Create a token</Button>
      )}
    </Setting>
  );
}

function ShownOnce({ mintedToken: { value, until } }: { readonly mintedToken: MintedToken }) {
  const { toasts } = useServices();
  return (
    <div className="rounded-lg border border-line bg-surface p-3">
      <label className="block text-sm text-muted" htmlFor="token">
        Valid until {time.format(until)}. It is not shown again.
      </label>
      <div className="mt-2 flex gap-2">
        <input
          id="token"
          readOnly
          value={value}
          onFocus={(event) => event.target.select()}
          className="h-9 min-w-0 flex-1 rounded-md border border-field-line bg-canvas px-2.5 font-mono text-xs"
        />
        <Button look="primary" onClick={() => void copyText(toasts, value, "Copied.")}>
          Copy
        </Button>
      </div>
      <pre tabIndex={0} className="mt-3 overflow-x-auto rounded-md bg-hover p-2.5 font-mono text-xs">
        {`curl -H "Authorization: Bearer $TOKEN" ${window.location.origin}/api/graph/stats`}
      </pre>
    </div>
  );
}
