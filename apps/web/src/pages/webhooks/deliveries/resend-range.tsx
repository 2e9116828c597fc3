import { useState } from "react";
import { Button } from "../../../kit/ui/button.tsx";
import { useResend } from "../use-resend.ts";

const FIELD = "rounded-md border border-field-line bg-surface px-2 py-1 text-text dark:[color-scheme:dark]";

/** Sends again what failed since a time, or everything since then. */
export function ResendRange({ id }: { readonly id: string }) {
  const { resendRange } = useResend(id);
  const [since, setSince] = useState("");
  const [result, setResult] = useState<"failed" | "all">("failed");
  return (
    <form
      className="mt-4 flex flex-wrap items-center gap-2 text-sm text-muted"
      onSubmit={(event) => {
        event.preventDefault();
        const [from, until] = [new Date(since).toISOString(), new Date().toISOString()];
        void resendRange({ since: from, until, result });
      }}
    >
      <label className="flex items-center gap-1.5">
        Send again
        <select
          aria-label="What to send again"
          value={result}
          onChange={(event) => setResult(event.target.value === "all" ? "all" : "failed")}
          className={FIELD}
        >
          <option value="failed">what failed</option>
          <option value="all">everything</option>
        </select>
      </label>
      <label className="flex items-center gap-1.5">
        since
        <input
          type="datetime-local"
          required
          value={since}
          onChange={(event) => setSince(event.target.value)}
          className={FIELD}
        />
      </label>
      <Button small type="submit">
        Send again
      </Button>
    </form>
  );
}
