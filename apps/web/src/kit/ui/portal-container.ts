import { createContext, use } from "react";

/** Where menus and tooltips are put: into the open dialog, as the rest of the page cannot be reached then. */
export const PortalContainer = createContext<HTMLElement | null>(null);

export function usePortalContainer(): HTMLElement | null {
  return use(PortalContainer);
}
