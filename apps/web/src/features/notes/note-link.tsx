import { Link } from "@tanstack/react-router";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { useBeside } from "./use-beside.ts";

/** A link to a note that opens it beside the page; once it is there, as a page. Ctrl-click is a new tab as always. */
export function NoteLink({
  id,
  passage,
  children,
  ...rest
}: Omit<ComponentProps<"a">, "id" | "href" | "target" | "onClick" | "children"> & {
  readonly id: string;
  /** What of the note is shown and marked there. */
  readonly passage?: string;
  readonly children: ReactNode;
}) {
  const beside = useBeside();
  const onClick = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    if (beside.id === id && (passage === undefined || beside.passage === passage)) return;
    event.preventDefault();
    beside.open(id, passage);
  };
  return (
    <Link {...rest} to="/notes/$id" params={{ id }} search={{}} onClick={onClick}>
      {children}
    </Link>
  );
}
