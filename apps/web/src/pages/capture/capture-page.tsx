import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import { createDrafts } from "../../features/notes/editor/drafts.ts";
import { EMPTY_FIELDS } from "../../features/notes/editor/note-fields.ts";
import { randomId } from "../../kit/random-id.ts";
import { useServices } from "../../kit/services.tsx";
import { CAPTURE_LENGTH, captureFields } from "./read-capture.ts";

const captureRoute = getRouteApi("/frame/new");

/**
 * Opens the editor with what the address hands over. It becomes a draft first, so that it leaves the address and
 * survives a reload; only its user saves it.
 */
export function CapturePage() {
  const capture = captureRoute.useSearch();
  const navigate = useNavigate();
  const { toasts } = useServices();
  const [hasRoom, setHasRoom] = useState(true);
  const take = useEffectEvent(() => {
    const { isCut, ...fields } = captureFields(capture);
    if (fields.title + fields.content + fields.tags.join("") === "")
      return void navigate({ to: "/notes/new", search: {}, replace: true });
    const id = randomId();
    const draft = {
      fields: { ...EMPTY_FIELDS, ...fields },
      typeChosen: false,
      keptAt: new Date().toISOString(),
      base: null,
    };
    if (!createDrafts(localStorage).keep(`undone:${id}`, draft)) return setHasRoom(false);
    if (isCut) toasts.show({ text: `Only ${CAPTURE_LENGTH.toLocaleString("en")} characters were taken.` });
    void navigate({ to: "/notes/new", search: { draft: id }, replace: true });
  });
  useEffect(() => take(), []);
  return (
    <div className="mx-auto max-w-3xl px-5 py-8">
      <title>New note · Knote</title>
      <h1 className="text-sm text-muted">New note</h1>
      {!hasRoom && (
        <p role="alert" className="mt-4">
          This browser has no room for a draft. The text is still in the address.
        </p>
      )}
    </div>
  );
}
