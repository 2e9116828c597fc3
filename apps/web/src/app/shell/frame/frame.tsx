import { Outlet, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useServices } from "../../../kit/services.tsx";
import { useSessionState } from "../../../session/use-session.ts";
import { ActivityProvider } from "../../../remote/activity/activity-provider.tsx";
import { BesidePanel } from "../beside/beside-panel.tsx";
import { CommandBar } from "../command-bar/command-bar.tsx";
import { useKeyPresses } from "../../../kit/shortcuts/use-key-presses.ts";
import { useMovedDismissals } from "../../../features/tend/move-dismissals.ts";
import { useVisits } from "../../../features/visits/use-visits.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { OfflineNotice } from "./offline-notice.tsx";
import { Overlays } from "./overlays.tsx";
import { Sidebar } from "./sidebar.tsx";

/** The frame around every page of a signed-in user; sends others to sign in and back here afterwards. */
export function Frame() {
  const { session } = useServices();
  const state = useSessionState();
  const router = useRouter();
  // The queries report an unreachable server, and wait for it.
  useEffect(() => void session.token().catch(() => undefined), [session]);
  useEffect(() => {
    if (state !== "signed-out") return;
    const { href } = router.state.location;
    void router.navigate({ to: "/signin", search: href === "/" ? {} : { return_to: href }, replace: true });
  }, [state, router]);
  if (state === "signed-out") return null;
  return (
    <ActivityProvider>
      <SignedInFrame />
    </ActivityProvider>
  );
}

function SignedInFrame() {
  useKeyPresses();
  useMovedDismissals();
  useVisits();
  return (
    <div className="flex h-dvh flex-col">
      <a
        href="#page"
        className="absolute z-50 -translate-y-20 rounded-br-md bg-accent px-3 py-2 text-on-accent focus:translate-y-0"
      >
        Skip to main content
      </a>
      <OfflineNotice />
      <div className="flex min-h-0 flex-1">
        <Sidebar />
        <div className="flex min-w-0 flex-1 flex-col">
          <CommandBar />
          <main id="page" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto">
            <Outlet />
          </main>
        </div>
        <BesidePanel />
      </div>
      <BottomBar />
      <Overlays />
    </div>
  );
}
