import type { QueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use } from "react";
import type { Shortcuts } from "./shortcuts/shortcuts.ts";
import type { SingleKeys } from "./shortcuts/single-keys.ts";
import type { Typing } from "./shortcuts/typing.ts";
import type { Theme } from "./theme/theme.ts";
import type { Toasts } from "./toasts/toasts.ts";

/**
 * The parts that live as long as the page, made once in `main.tsx`. Each floor above declares its own beside their types,
 * so that no floor imports the ones above it.
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
  if (!services) throw new Error("Nothing provides the services.");
  return services;
}
