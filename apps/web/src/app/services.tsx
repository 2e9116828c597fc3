import type { QueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use } from "react";
import type { Session } from "../auth/session.ts";
import type { Dismissals } from "../notes/tending/dismissals.ts";
import type { NewerVersion } from "../remote/newer-version.ts";
import type { Reachability } from "../remote/reachability.ts";
import type { Client } from "../remote/trpc.ts";
import type { Shortcuts } from "../shell/shortcuts/shortcuts.ts";
import type { SingleKeys } from "../shell/shortcuts/single-keys.ts";
import type { Typing } from "../shell/shortcuts/typing.ts";
import type { Theme } from "../shell/theme/theme.ts";
import type { Toasts } from "../shell/toasts/toasts.ts";

/** The parts that live as long as the page, made once in `main.tsx`. */
export interface Services {
  readonly session: Session;
  readonly client: Client;
  readonly queryClient: QueryClient;
  readonly reachability: Reachability;
  readonly newerVersion: NewerVersion;
  readonly toasts: Toasts;
  readonly shortcuts: Shortcuts;
  readonly singleKeys: SingleKeys;
  readonly typing: Typing;
  readonly theme: Theme;
  readonly dismissals: Dismissals;
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
