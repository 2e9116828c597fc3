import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useServices } from "../../kit/services.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { FormProblem } from "../../kit/ui/form-problem.tsx";
import { useSubmit } from "../../kit/use-submit.ts";
import { useTRPC } from "../../remote/trpc.ts";
import { NewSecret } from "./new-secret.tsx";
import { SecretField } from "./secret-field.tsx";

const OVERLAPS: readonly (readonly [hours: number, label: string])[] = [
  [0, "at once"],
  [1, "in an hour"],
  [24, "in a day"],
  [72, "in three days"],
  [168, "in a week"],
];

/** Gives a webhook another secret; the earlier one goes on signing for a while. */
export function RotateForm({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { client, toasts } = useServices();
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const [ownSecret, setOwnSecret] = useState("");
  const [hours, setHours] = useState(24);
  const [madeSecret, setMadeSecret] = useState<string | null>(null);
  const { submit, isBusy, problem } = useSubmit(async () => {
    const input = { id, overlap_hours: hours, ...(ownSecret !== "" && { secret: ownSecret }) };
    const { secret } = await client.webhooks.rotate.mutate(input);
    void queryClient.invalidateQueries(trpc.webhooks.pathFilter());
    toasts.show({ text: "Secret rotated." });
    if (secret === undefined) onClose();
    else setMadeSecret(secret);
  });
  if (madeSecret !== null) return <NewSecret secret={madeSecret} onClose={onClose} />;
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 p-4">
      <p>
        Until the earlier secret ends, the headers of each message carry the signatures of both secrets, and its body
        that of the earlier one. So your program can change over in between.
      </p>
      <SecretField value={ownSecret} onChange={setOwnSecret} />
      <label className="flex items-center gap-2">
        The earlier secret ends
        <select
          data-focus-first
          value={hours}
          onChange={(event) => setHours(Number(event.target.value))}
          className="h-8 rounded-md border border-field-line bg-surface px-2 text-sm"
        >
          {OVERLAPS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <FormProblem problem={problem} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" disabled={isBusy}>
          Rotate
        </Button>
      </div>
    </form>
  );
}
