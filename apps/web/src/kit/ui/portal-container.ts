import { createContext, use } from "react";

/** Where menus and tooltips render: inside the open dialog, since the rest of the page is inert. */
export const PortalContainer = createContext<HTMLElement | null>(null);

export function usePortalContainer(): HTMLElement | null {
  return use(PortalContainer);
}
