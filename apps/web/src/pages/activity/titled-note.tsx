import { Link } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import { useServices } from "../../app/services.tsx";
import { problemOf } from "../../remote/errors.ts";
import { useBeside } from "../../shell/beside/use-beside.ts";

const MOST = 10;

/** A note that an event names by its title alone: opened when there is one of that title, else searched for. */
export function TitledNote({ title }: { readonly title: string }) {
  const { client, toasts } = useServices();
  const beside = useBeside();
  const q = `"${title.replaceAll('"', " ")}"`;
  const open = async (): Promise<void> => {
    try {
      const { notes } = await client.notes.list.query({ q, limit: MOST });
      const found = notes.find((note) => note.title === title);
      if (found) beside.open(found.id);
      else toasts.show({ text: "No note has this title any more." });
    } catch (error) {
      toasts.showProblem(problemOf(error));
    }
  };
  const onClick = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void open();
  };
  return (
    <Link to="/notes" search={{ q }} onClick={onClick} className="hover:underline">
      {title}
    </Link>
  );
}
