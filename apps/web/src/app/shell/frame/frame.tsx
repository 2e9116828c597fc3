import { Outlet, useMatches } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import { useRequiredSession } from "../../../session/use-required-session.ts";
import { ActivityProvider } from "../../../remote/activity/activity-provider.tsx";
import { BesidePanel } from "../beside/beside-panel.tsx";
import { CommandBar } from "../command-bar/command-bar.tsx";
import { useKeyPresses } from "../../../kit/shortcuts/use-key-presses.ts";
import { useShortcut } from "../../../kit/shortcuts/use-shortcut.ts";
import { lazyNamed } from "../../../kit/ui/lazy-named.ts";
import { PastProvider } from "../../../remote/past/past-provider.tsx";
import { useAsOf } from "../../../remote/past/use-as-of.ts";
import { useMovedDismissals } from "../../../features/tend/move-dismissals.ts";
import { useVisits } from "../../../features/visits/use-visits.ts";
import { NoPast } from "../past/no-past.tsx";
import { PastBar } from "../past/past-bar.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { OfflineNotice } from "./offline-notice.tsx";
import { Overlays } from "./overlays.tsx";
import { Sidebar } from "./sidebar.tsx";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** Whether the page can show a time of the past; otherwise it says that it cannot. */
    readonly hasPast?: boolean;
  }
}

const WaitingNotice = lazyNamed(() => import("./waiting-notice.tsx"), "WaitingNotice");
const DropTarget = lazyNamed(() => import("../drop/drop-target.tsx"), "DropTarget");
const DayPicker = lazyNamed(() => import("../past/day-picker.tsx"), "DayPicker");

/** The frame around every page of a signed-in user; sends others to sign in and back here afterwards. */
export function Frame() {
  const state = useRequiredSession();
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
  const { asOf } = useAsOf();
  const [isPicking, setIsPicking] = useState(false);
  const pickDay = (): void => setIsPicking(true);
  useShortcut("b", { label: "Show an earlier day", group: "Anywhere" }, pickDay);
  return (
    <div className={`flex h-dvh flex-col ${asOf === null ? "" : "border-[3px] border-past"}`}>
      <a
        href="#page"
        className="absolute z-50 -translate-y-20 rounded-br-md bg-accent px-3 py-2 text-on-accent focus:translate-y-0"
      >
        Skip to main content
      </a>
      <OfflineNotice />
      <Suspense>
        <WaitingNotice />
      </Suspense>
      <PastBar asOf={asOf} onPickDay={pickDay} />
      <div className="flex min-h-0 flex-1">
        <Sidebar />
        <InTime asOf={asOf}>
          <div className="flex min-w-0 flex-1 flex-col">
            <CommandBar onPickDay={pickDay} />
            <main id="page" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto">
              <Page isPast={asOf !== null} />
            </main>
          </div>
          <BesidePanel />
          <Overlays onPickDay={pickDay} />
        </InTime>
      </div>
      <BottomBar />
      <Suspense>
        <DropTarget />
      </Suspense>
      <Suspense>{isPicking && <DayPicker onClose={() => setIsPicking(false)} />}</Suspense>
    </div>
  );
}

/** Lets everything inside read the time; with another time nothing of it stays. */
function InTime({ asOf, children }: { readonly asOf: string | null; readonly children: ReactNode }) {
  if (asOf === null) return <>{children}</>;
  return (
    <PastProvider key={asOf} asOf={asOf}>
      {children}
    </PastProvider>
  );
}

function Page({ isPast }: { readonly isPast: boolean }) {
  const hasPast = useMatches({ select: (matches) => matches.at(-1)?.staticData.hasPast ?? false });
  return isPast && !hasPast ? <NoPast /> : <Outlet />;
}
