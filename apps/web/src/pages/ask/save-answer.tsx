import { LIMITS } from "@knote/contract";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useServices } from "../../kit/services.tsx";
import { act } from "../../remote/act.ts";
import { keysOfNotes } from "../../remote/activity/apply-event.ts";
import { useTRPC, useTRPCClient } from "../../remote/trpc.ts";
import { useComposing } from "../../kit/shortcuts/use-composing.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Kbd } from "../../kit/ui/kbd.tsx";
import type { KeptAnswer } from "./answer-history.ts";
import { synthesisOf } from "./synthesis.ts";

/** The form that saves an answer as a synthesis derived from its sources; the user confirms the claim first. */
export function SaveAnswer({ answer, onClose }: { readonly answer: KeptAnswer; readonly onClose: () => void }) {
  useComposing();
  const synthesis = synthesisOf(answer);
  const [title, setTitle] = useState(synthesis.title);
  const save = useSave();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save({ ...synthesis, title }, answer.sources);
        onClose();
      }}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
      className="mt-4 animate-appear rounded-lg border border-line bg-surface p-3"
    >
      <label className="flex flex-col gap-1 text-sm text-muted">
        What the answer claims
        <input
          autoFocus
          required
          value={title}
          maxLength={LIMITS.titleLength}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTitle(event.target.value)}
          className="h-9 rounded-md border border-field-line bg-surface px-3 text-[15px] text-text"
        />
      </label>
      <p className="mt-2 flex flex-wrap items-center gap-2 text-sm text-muted">
        <span className="mr-auto">It will be saved as a synthesis derived from its sources.</span>
        <Button small look="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button small type="submit" look="primary">
          Save <Kbd keys="Enter" />
        </Button>
      </p>
    </form>
  );
}

function useSave() {
  const services = useServices();
  const client = useTRPCClient();
  const trpc = useTRPC();
  const navigate = useNavigate();
  return async (synthesis: ReturnType<typeof synthesisOf>, sources: KeptAnswer["sources"]): Promise<void> => {
    const outcome = await act(services, {
      run: () => client.notes.saveSynthesis.mutate({ ...synthesis, sources: sources.map(({ id }) => id) }),
      doneText: ({ links }) => `Saved as a synthesis of ${links} ${links === 1 ? "note" : "notes"}.`,
      undo: ({ id }) => client.notes.delete.mutate({ id }),
      refresh: keysOfNotes(trpc),
    });
    if (outcome)
      void navigate({ to: ".", search: ((old: object) => ({ ...old, beside: outcome.result.id })) as never });
  };
}
