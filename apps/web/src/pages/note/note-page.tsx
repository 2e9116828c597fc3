import { getRouteApi } from "@tanstack/react-router";
import type { NoteDetail } from "@knote/contract";
import { useQuery } from "@tanstack/react-query";
import { Link2 } from "lucide-react";
import { Suspense } from "react";
import { NoteRelations } from "../../features/notes/note-relations.tsx";
import { NoteView } from "../../features/notes/note-view.tsx";
import { useServices } from "../../kit/services.tsx";
import { useShortcut } from "../../kit/shortcuts/use-shortcut.ts";
import { copyText } from "../../kit/toasts/copy-text.ts";
import { IconButton } from "../../kit/ui/button.tsx";
import { useAsOf } from "../../remote/past/use-as-of.ts";
import { useTRPC } from "../../remote/trpc.ts";
import { lazyNamed } from "../../kit/ui/lazy-named.ts";
import { SkeletonRows } from "../../kit/ui/states.tsx";
import { Tabs } from "../../kit/ui/tabs.tsx";
import { LinkedNotes } from "./linked-notes.tsx";
import { NoteActions } from "./note-actions.tsx";
import { OfferedLinks } from "./offered-links.tsx";
import { ReviewBanner } from "./review-banner.tsx";
import { StanceCard } from "./stance-card.tsx";
import { SupersessionChain } from "./supersession-chain.tsx";

const noteRoute = getRouteApi("/frame/notes/$id");

const Neighbourhood = lazyNamed(() => import("../../features/graph/neighbourhood.tsx"), "Neighbourhood");
const NoteHistory = lazyNamed(() => import("./note-history.tsx"), "NoteHistory");

export function NotePage() {
  const { id } = noteRoute.useParams();
  const { data: note } = useQuery(useTRPC().notes.get.queryOptions({ id }));
  const { asOf } = useAsOf();
  return (
    <div className="mx-auto max-w-2xl px-5 py-8">
      <title>{note ? `${note.title} · Knote` : "Knote"}</title>
      {!note && <h1 className="sr-only">Note</h1>}
      <SupersessionChain id={id} />
      {note && asOf === null && <ReviewBanner key={`review ${id}`} note={note} />}
      <NoteView
        key={id}
        id={id}
        headingLevel={1}
        above={note && (asOf === null ? <NoteActions note={note} /> : <CopyLink id={id} asOf={asOf} />)}
        below={note && <AboutNote note={note} />}
      />
    </div>
  );
}

/** Copies the link to the note as it was then. */
function CopyLink({ id, asOf }: { readonly id: string; readonly asOf: string }) {
  const { toasts } = useServices();
  const copy = (): void => {
    const { href } = new URL(`/notes/${id}?${new URLSearchParams({ as_of: asOf }).toString()}`, location.origin);
    void copyText(toasts, href, "Link copied.");
  };
  useShortcut("y", { label: "Copy link", group: "Note" }, copy);
  return (
    <IconButton label="Copy link" keys="y" onClick={copy}>
      <Link2 size={15} />
    </IconButton>
  );
}

function AboutNote({ note }: { readonly note: NoteDetail }) {
  const { tab = "links" } = noteRoute.useSearch();
  const { asOf } = useAsOf();
  const navigate = noteRoute.useNavigate();
  const around = (
    <Suspense fallback={<SkeletonRows count={1} height={220} />}>
      <Neighbourhood noteId={note.id} />
    </Suspense>
  );
  const history = (
    <Suspense fallback={<SkeletonRows count={2} />}>
      <NoteHistory note={note} />
    </Suspense>
  );
  return (
    <>
      {asOf === null && (
        <>
          <StanceCard key={`stance ${note.id}`} note={note} />
          <OfferedLinks id={note.id} />
        </>
      )}
      <Tabs
        label="About this note"
        value={tab}
        onChange={(next) =>
          void navigate({
            search: (old) => ({ ...old, tab: next === "links" ? undefined : (next as "around" | "history") }),
            replace: true,
            resetScroll: false,
          })
        }
        tabs={[
          {
            value: "links",
            label: "Links",
            content: asOf === null ? <LinkedNotes note={note} /> : <NoteRelations id={note.id} />,
          },
          { value: "around", label: "Around", content: around },
          { value: "history", label: "History", content: history },
        ]}
      />
    </>
  );
}
