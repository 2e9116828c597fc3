import { getRouteApi } from "@tanstack/react-router";
import type { NoteDetail } from "@knote/contract";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { NoteView } from "../../features/notes/note-view.tsx";
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
  return (
    <div className="mx-auto max-w-2xl px-5 py-8">
      <title>{note ? `${note.title} · Knote` : "Knote"}</title>
      {!note && <h1 className="sr-only">Note</h1>}
      <SupersessionChain id={id} />
      {note && <ReviewBanner key={`review ${id}`} note={note} />}
      <NoteView
        key={id}
        id={id}
        headingLevel={1}
        above={note && <NoteActions note={note} />}
        below={note && <AboutNote note={note} />}
      />
    </div>
  );
}

function AboutNote({ note }: { readonly note: NoteDetail }) {
  const { tab = "links" } = noteRoute.useSearch();
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
      <StanceCard key={`stance ${note.id}`} note={note} />
      <OfferedLinks id={note.id} />
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
          { value: "links", label: "Links", content: <LinkedNotes note={note} /> },
          { value: "around", label: "Around", content: around },
          { value: "history", label: "History", content: history },
        ]}
      />
    </>
  );
}
