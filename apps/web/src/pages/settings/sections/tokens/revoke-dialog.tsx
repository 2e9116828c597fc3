import type { Token } from "@knote/contract";
import { useState } from "react";
import { problemOf } from "../../../../kit/errors.ts";
import { useServices } from "../../../../kit/services.tsx";
import { Button } from "../../../../kit/ui/button.tsx";
import { Dialog } from "../../../../kit/ui/dialog.tsx";
import { authApi } from "../../../../session/auth-api.ts";

/** Asks before a token is revoked, as that cannot be undone. */
export function RevokeDialog({
  token: { id, name, hint },
  onRevoked,
  onClose,
}: {
  readonly token: Token;
  readonly onRevoked: () => void;
  readonly onClose: () => void;
}) {
  const { toasts } = useServices();
  const [isBusy, setBusy] = useState(false);
  const revoke = async (): Promise<void> => {
    setBusy(true);
    try {
      await authApi.revokeToken(id);
      toasts.show({ text: "Token revoked." });
      onClose();
    } catch (error) {
      toasts.showProblem(problemOf(error));
      setBusy(false);
    }
    // Also after a failure: the token may have ended meanwhile.
    onRevoked();
  };
  return (
    <Dialog open onClose={onClose} title="Revoke this token?">
      <div className="flex flex-col gap-4 p-4">
        <p>
          Whatever uses “{name}” (…{hint}) is refused from its next request on. This cannot be undone.
        </p>
        <div className="flex justify-end gap-2">
          <Button data-focus-first onClick={onClose}>
            Keep it
          </Button>
          <Button look="danger" disabled={isBusy} onClick={() => void revoke()}>
            Revoke
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
