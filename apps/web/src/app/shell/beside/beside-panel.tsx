import { useMatch } from "@tanstack/react-router";
import { Maximize2, X } from "lucide-react";
import { ActivityFeed } from "../../../features/activity/activity-feed.tsx";
import { NoteView } from "../../../features/notes/note-view.tsx";
import { IconButton } from "../../../kit/ui/button.tsx";
import { Dialog } from "../../../kit/ui/dialog.tsx";
import { useMedia } from "../../../kit/ui/use-media.ts";
import { useShortcut } from "../../../kit/shortcuts/use-shortcut.ts";
import { useBeside } from "../../../features/notes/use-beside.ts";
import { useAsOf } from "../../../remote/past/use-as-of.ts";

/** Shows the opened note, or on Home the live activity, on the right; on narrow screens the note opens as a sheet. */
export function BesidePanel() {
  const { id, close, openAsPage } = useBeside();
  const isWide = useMedia("(min-width: 64rem)");
  const { asOf } = useAsOf();
  const isHome = useMatch({ from: "/frame/", shouldThrow: false }) !== undefined;
  useShortcut("Escape", { label: "Close the note beside", group: "Note beside", when: id !== null }, close);
  useShortcut("o", { label: "Open the note as a page", group: "Note beside", when: id !== null }, openAsPage);

  if (!isWide) {
    return (
      <Dialog open={id !== null} onClose={close} title="Note" shape="bottom" actions={<OpenAsPage run={openAsPage} />}>
        {id && (
          <div className="pt-4">
            <BesideNote id={id} />
          </div>
        )}
      </Dialog>
    );
  }
  // Activity is of the present.
  if (id === null && (!isHome || asOf !== null)) return null;
  return (
    <aside
      aria-label={id === null ? "Live activity" : "Note beside"}
      className={`flex shrink-0 flex-col border-l border-line bg-surface ${id === null ? "w-80" : "w-[26rem]"}`}
    >
      {id === null ? (
        <ActivityFeed />
      ) : (
        <>
          <div className="flex justify-end gap-1 p-2 pb-0">
            <OpenAsPage run={openAsPage} />
            <IconButton label="Close" keys="Escape" onClick={close}>
              <X size={16} />
            </IconButton>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto">
            <BesideNote id={id} />
          </div>
        </>
      )}
    </aside>
  );
}

function OpenAsPage({ run }: { readonly run: () => void }) {
  return (
    <IconButton label="Open as a page" keys="o" onClick={run}>
      <Maximize2 size={15} />
    </IconButton>
  );
}

function BesideNote({ id }: { readonly id: string }) {
  const { passage } = useBeside();
  return (
    <div className="px-5 pb-8">
      <NoteView key={id} id={id} headingLevel={2} passage={passage} />
    </div>
  );
}
