import { accountName } from "../../../auth/account-name.ts";
import { useAccount } from "../../../auth/use-session.ts";
import { useSignOut } from "../../../auth/use-sign-out.ts";
import { Button } from "../../../ui/button.tsx";
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
