import { useNavigate } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { sendWaiting } from "../../features/capture/send-waiting.ts";
import { useWaiting } from "../../features/capture/use-waiting.ts";
import type { WaitingEntry } from "../../features/capture/waiting-notes.ts";
import { createDrafts } from "../../features/notes/editor/drafts.ts";
import { excerptOf } from "../../features/notes/excerpt.ts";
import { useServices } from "../../kit/services.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { RelativeTime } from "../../kit/ui/relative-time.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";

/** The notes that were written while the server could not be reached. */
export function WaitingPage() {
  const services = useServices();
  const waiting = useWaiting();
  return (
    <div className="mx-auto max-w-2xl px-5 py-8">
      <title>Waiting · Knote</title>
      <h1 className="text-lg font-semibold tracking-tight">Waiting to be sent</h1>
      {waiting.length === 0 ? (
        <EmptyState icon={<Send size={22} aria-hidden />} title="Nothing waits">
          Notes that you save while Knote cannot be reached wait here, in this browser, and are sent by themselves.
        </EmptyState>
      ) : (
        <>
          <p className="mt-1 text-muted">
            These notes are only in this browser. They are sent once Knote answers again.
          </p>
          <ul aria-label="Waiting notes" className="mt-4 flex flex-col gap-3">
            {waiting.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
          <div className="mt-4 flex">
            <Button onClick={() => void sendWaiting(services, waiting)}>Send now</Button>
          </div>
        </>
      )}
    </div>
  );
}

function Entry({ entry }: { readonly entry: WaitingEntry }) {
  const { outbox, toasts } = useServices();
  const navigate = useNavigate();
  const { id, at, problem, value } = entry;
  const { title, content } = value.fields;
  const remove = async (): Promise<void> => {
    await outbox.remove(id);
    toasts.show({ text: "Deleted.", undo: () => outbox.put(entry) });
  };
  const writeOn = async (): Promise<void> => {
    const draft = { fields: value.fields, typeChosen: true, keptAt: at, base: null };
    if (!createDrafts(localStorage).keep(`undone:${id}`, draft))
      return toasts.show({ text: "This browser has no room for a draft." });
    await outbox.remove(id);
    void navigate({ to: "/notes/new", search: { draft: id } });
  };
  return (
    <li className="rounded-lg border border-line bg-surface px-4 py-3">
      <p className="font-medium break-words">{title}</p>
      {content !== title && <p className="mt-0.5 line-clamp-2 text-sm text-muted">{excerptOf(content)}</p>}
      {problem && (
        <p role="alert" className="mt-1 text-sm text-danger">
          Refused: {problem}
        </p>
      )}
      <div className="mt-2 flex items-center gap-2 text-sm text-muted">
        <RelativeTime at={at} className="mr-auto" />
        <Button small look="ghost" aria-label={`Write on: ${title}`} onClick={() => void writeOn()}>
          Write on
        </Button>
        <Button small look="ghost" aria-label={`Delete: ${title}`} onClick={() => void remove()}>
          Delete
        </Button>
      </div>
    </li>
  );
}
