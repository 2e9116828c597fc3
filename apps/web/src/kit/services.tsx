import type { QueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use } from "react";
import type { Shortcuts } from "./shortcuts/shortcuts.ts";
import type { SingleKeys } from "./shortcuts/single-keys.ts";
import type { Typing } from "./shortcuts/typing.ts";
import type { Theme } from "./theme/theme.ts";
import type { Toasts } from "./toasts/toasts.ts";

/**
 * The objects that live as long as the page, created once in `main.tsx`. Each layer above adds its own by declaration
 * merging, so that no layer imports the ones above it.
 */
export interface Services {
  readonly queryClient: QueryClient;
  readonly toasts: Toasts;
  readonly shortcuts: Shortcuts;
  readonly singleKeys: SingleKeys;
  readonly typing: Typing;
  readonly theme: Theme;
}

const ServicesContext = createContext<Services | null>(null);

export function ServicesProvider({
  services,
  children,
}: {
  readonly services: Services;
  readonly children: ReactNode;
}) {
  return <ServicesContext value={services}>{children}</ServicesContext>;
}

export function useServices(): Services {
  const services = use(ServicesContext);
  if (!services) throw new Error("useServices() needs a ServicesProvider.");
  return services;
}
