import { Link } from "@tanstack/react-router";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { useBeside } from "./use-beside.ts";

/** Opens a note beside the page, or as a page if it is already beside. Ctrl-click opens a new tab as usual. */
export function NoteLink({
  id,
  passage,
  children,
  ...rest
}: Omit<ComponentProps<"a">, "id" | "href" | "target" | "onClick" | "children"> & {
  readonly id: string;
  /** Text in the note to scroll to and mark. */
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
