import type { ConnectorScope } from "@knote/contract";
import { useState } from "react";
import { useServices } from "../../kit/services.tsx";
import { problemOf } from "../../kit/errors.ts";
import { authApi } from "../../session/auth-api.ts";
import { Button } from "../../kit/ui/button.tsx";

const CHOICES: readonly { readonly scope: ConnectorScope; readonly label: string; readonly isUsual: boolean }[] = [
  { scope: "notes:read", label: "Read your notes and how they connect", isUsual: true },
  { scope: "ask", label: "Ask questions, which count towards your quota", isUsual: true },
  { scope: "notes:write", label: "Write: add, change and delete notes and links", isUsual: false },
];
const PERIODS = [
  { days: 30, label: "30 days" },
  { days: 90, label: "90 days" },
  { days: 365, label: "a year" },
];
const USUAL_DAYS = 90;

/** What the application may do, for how long, and the decision. */
export function ConnectForm({ request }: { readonly request: string }) {
  const { toasts } = useServices();
  const [scopes, setScopes] = useState(() => CHOICES.filter(({ isUsual }) => isUsual).map(({ scope }) => scope));
  const [days, setDays] = useState(USUAL_DAYS);
  const [isBusy, setBusy] = useState(false);

  const decide = async (allow: boolean): Promise<void> => {
    setBusy(true);
    try {
      const decision = { request, allow, scopes, expires_in_days: days };
      window.location.replace((await authApi.decideConnection(decision)).redirect_to);
    } catch (error) {
      setBusy(false);
      toasts.showProblem(problemOf(error));
    }
  };
  const tick = (scope: ConnectorScope, isOn: boolean) =>
    setScopes((before) => (isOn ? [...before, scope] : before.filter((one) => one !== scope)));

  return (
    <form className="mt-5" onSubmit={(event) => event.preventDefault()}>
      <fieldset className="rounded-lg border border-line bg-surface p-3">
        <legend className="px-1 text-sm text-muted">It may</legend>
        {CHOICES.map(({ scope, label }) => (
          <label key={scope} className="flex items-center gap-2 py-1">
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={({ target }) => tick(scope, target.checked)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <label className="mt-3 flex items-center gap-2">
        For
        <select
          value={days}
          onChange={({ target }) => setDays(Number(target.value))}
          className="h-9 rounded-md border border-field-line bg-canvas px-2"
        >
          {PERIODS.map((period) => (
            <option key={period.days} value={period.days}>
              {period.label}
            </option>
          ))}
        </select>
      </label>
      <p className="mt-3 text-sm text-muted">You can revoke this at any time in Settings, under Access tokens.</p>
      <div className="mt-5 flex justify-end gap-2">
        <Button disabled={isBusy} onClick={() => void decide(false)}>
          Decline
        </Button>
        <Button look="primary" disabled={isBusy || scopes.length === 0} onClick={() => void decide(true)}>
          Allow
        </Button>
      </div>
    </form>
  );
}
