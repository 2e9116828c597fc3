import type { Token } from "@knote/contract";
import { useState } from "react";
import { Button } from "../../../../kit/ui/button.tsx";
import { Chip } from "../../../../kit/ui/chip.tsx";
import { RelativeTime } from "../../../../kit/ui/relative-time.tsx";
import { endsSoon, scopeWords } from "./token-words.ts";

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/** One token: its name, what it may, when it was used and when it ends. */
export function TokenRow({ token, onRevoke }: { readonly token: Token; readonly onRevoke: () => void }) {
  const { name, hint, scopes, connector, last_used_at: lastUsedAt, expires_at: expiresAt } = token;
  const [now] = useState(() => Date.now());
  return (
    <li className="flex items-center justify-between gap-4 px-3.5 py-2.5">
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          <span className="truncate">{name}</span>
          <span className="font-mono text-xs text-muted">…{hint}</span>
          {endsSoon(expiresAt, now) && <Chip>Ends soon</Chip>}
        </p>
        <p className="text-sm text-muted">
          {connector && `${new URL(connector).host} · `}
          {scopeWords(scopes)} ·{" "}
          {lastUsedAt ? (
            <>
              last used <RelativeTime at={lastUsedAt} />
            </>
          ) : (
            "never used"
          )}{" "}
          · {expiresAt ? `ends ${day.format(new Date(expiresAt))}` : "no end"}
        </p>
      </div>
      <Button small onClick={onRevoke} aria-label={`Revoke “${name}”`}>
        Revoke
      </Button>
    </li>
  );
}
