import { LIMITS, type Scope } from "@knote/contract";
import { useState } from "react";
import { Button } from "../../../../kit/ui/button.tsx";
import { FormProblem } from "../../../../kit/ui/form-problem.tsx";
import { useSubmit } from "../../../../kit/use-submit.ts";
import { authApi } from "../../../../session/auth-api.ts";

const TICKS: readonly (readonly [Scope, string])[] = [
  ["notes:read", "Read notes"],
  ["notes:write", "Write notes"],
  ["ask", "Ask questions"],
];
const LIVES: readonly (readonly [days: number | null, label: string])[] = [
  [7, "In a week"],
  [30, "In 30 days"],
  [90, "In 90 days"],
  [365, "In a year"],
  [null, "Never"],
];

/** Asks what a token is for, what it may and how long. */
export function NewTokenForm({
  onMade,
  onClose,
}: {
  readonly onMade: (text: string) => void;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<ReadonlySet<Scope>>(new Set(["notes:read"]));
  const [days, setDays] = useState<number | null>(90);
  const { submit, isBusy, problem } = useSubmit(async () =>
    onMade((await authApi.createToken({ name, scopes: [...scopes], expires_in_days: days })).token),
  );
  const isReady = name.trim() !== "" && scopes.size > 0 && !isBusy;
  const toggle = (scope: Scope) =>
    setScopes((before) => new Set(before.has(scope) ? [...before].filter((one) => one !== scope) : [...before, scope]));
  const tick = ([scope, label]: readonly [Scope, string]) => (
    <label key={scope} className="flex items-center gap-2">
      <input
        type="checkbox"
        checked={scopes.has(scope)}
        onChange={() => toggle(scope)}
        className="size-4 accent-accent"
      />
      {label}
    </label>
  );
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 p-4">
      <label>
        <span className="block pb-1.5">What is it for?</span>
        <input
          data-focus-first
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={LIMITS.tokenName}
          placeholder="backup script"
          autoComplete="off"
          className="h-9 w-full rounded-md border border-field-line bg-canvas px-3"
        />
      </label>
      <fieldset className="flex flex-col gap-1.5">
        <legend className="pb-1.5">What may it do?</legend>
        {TICKS.map(tick)}
        <div className="mt-1.5 border-t border-line pt-2.5">{tick(["webhooks", "Manage webhooks"])}</div>
      </fieldset>
      <label className="flex items-center gap-2">
        It ends
        <select
          value={days ?? "never"}
          onChange={(event) => setDays(event.target.value === "never" ? null : Number(event.target.value))}
          className="h-8 rounded-md border border-field-line bg-surface px-2 text-sm"
        >
          {LIVES.map(([value, label]) => (
            <option key={label} value={value ?? "never"}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <FormProblem problem={problem} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" disabled={!isReady}>
          Create token
        </Button>
      </div>
    </form>
  );
}
