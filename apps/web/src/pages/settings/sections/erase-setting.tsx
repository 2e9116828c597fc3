import { useState } from "react";
import { useServices } from "../../../kit/services.tsx";
import { authApi } from "../../../session/auth-api.ts";
import { useForgetUser } from "../../../session/use-sign-out.ts";
import { problemOf } from "../../../kit/errors.ts";
import { Button } from "../../../kit/ui/button.tsx";
import { Dialog } from "../../../kit/ui/dialog.tsx";
import { Setting } from "../setting.tsx";

const WORD = "erase";

/** Erases the account after two confirmations, one of them by typing a word. */
export function EraseSetting() {
  const [open, setOpen] = useState(false);
  return (
    <Setting
      name="Erase everything"
      about="Removes your notes, links, history, activity and sessions from this server, at once and for good."
    >
      <Button look="danger" onClick={() => setOpen(true)}>
        Erase my account …
      </Button>
      {open && <EraseDialog onClose={() => setOpen(false)} />}
    </Setting>
  );
}

function EraseDialog({ onClose }: { readonly onClose: () => void }) {
  const { toasts, dismissals } = useServices();
  const forgetUser = useForgetUser();
  const [word, setWord] = useState("");
  const [erasing, setErasing] = useState(false);
  const erase = async (): Promise<void> => {
    setErasing(true);
    try {
      await authApi.eraseAccount();
      dismissals.clear();
      forgetUser();
    } catch (error) {
      toasts.showProblem(problemOf(error));
      setErasing(false);
    }
  };
  return (
    <Dialog open onClose={onClose} title="Erase everything?">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (word === WORD && !erasing) void erase();
        }}
        className="flex flex-col gap-4 p-4"
      >
        <p>This cannot be undone. Consider exporting your notes first.</p>
        <label>
          <span className="block pb-1.5">
            Type <code className="rounded bg-hover px-1 font-mono">{WORD}</code> to continue
          </span>
          <input
            value={word}
            onChange={(event) => setWord(event.target.value)}
            autoComplete="off"
            className="h-9 w-full rounded-md border border-field-line bg-canvas px-3"
          />
        </label>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Keep everything</Button>
          <Button type="submit" look="danger" disabled={word !== WORD || erasing}>
            {erasing ? "Erasing …" : "Erase everything"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
