import { accountName } from "../../../session/account-name.ts";
import { useAccount } from "../../../session/use-session.ts";
import { useSignOut } from "../../../session/use-sign-out.ts";
import { Button } from "../../../kit/ui/button.tsx";
import { Setting } from "../setting.tsx";

export function AccountSetting() {
  const account = useAccount();
  const signOut = useSignOut();
  return (
    <Setting name="Account">
      <div className="flex items-center justify-between gap-4">
        <span>{account ? `${accountName(account)} · ${account.tier}` : "…"}</span>
        <Button onClick={() => void signOut()}>Sign out</Button>
      </div>
    </Setting>
  );
}
