import { useNavigate } from "@tanstack/react-router";
import { ChoiceButton } from "./choice-button.tsx";

/** What can be done about a note that needs review beside deciding at once. */
export function ReviewActions({
  noteId,
  hasKeys,
  onReason,
}: {
  readonly noteId: string;
  readonly hasKeys: boolean;
  readonly onReason: () => void;
}) {
  const navigate = useNavigate();
  const rewrite = () => void navigate({ to: "/notes/$id/edit", params: { id: noteId }, search: {} });
  const replace = () => void navigate({ to: "/notes/new", search: { replaces: noteId } });
  return (
    <>
      <ChoiceButton choice={{ keys: "w", label: "Still stands, because …" }} hasKeys={hasKeys} run={onReason} />
      <ChoiceButton choice={{ keys: "e", label: "Rewrite" }} hasKeys={hasKeys} run={rewrite} />
      <ChoiceButton choice={{ keys: "p", label: "Replace" }} hasKeys={hasKeys} run={replace} />
    </>
  );
}
