import type { NoteDetail, NoteReview } from "@knote/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { ClaimPath, Fate } from "../../features/reviews/claim-path.tsx";
import { ReasonForm } from "../../features/reviews/reason-form.tsx";
import { useLooks } from "../../features/reviews/use-looks.ts";
import { countOf } from "../../kit/count-of.ts";
import { useShortcut } from "../../kit/shortcuts/use-shortcut.ts";
import { Button } from "../../kit/ui/button.tsx";
import { RelativeTime } from "../../kit/ui/relative-time.tsx";
import { useTRPC } from "../../remote/trpc.ts";

type Cause = NoteReview["causes"][number];

const MOST_SHOWN = 3;
const GROUP = "Note";

/** Says why a note needs review, and quietly what was found to stand; nothing when it rests on nothing that fell. */
export function ReviewBanner({ note }: { readonly note: NoteDetail }) {
  const { data } = useQuery(useTRPC().reviews.ofNote.queryOptions({ id: note.id }));
  const openCauses = data?.causes.filter((cause) => cause.looked_at === null) ?? [];
  const quietCauses = data?.causes.filter((cause) => cause.looked_at !== null) ?? [];
  return (
    <>
      {openCauses.length > 0 && <OpenCauses note={note} causes={openCauses} />}
      {quietCauses.length > 0 && <QuietCauses note={note} causes={quietCauses} />}
    </>
  );
}

interface CausesOfNote {
  readonly note: NoteDetail;
  readonly causes: readonly Cause[];
}

function OpenCauses({ note, causes }: CausesOfNote) {
  const { stillStands } = useLooks(note);
  const [isReasoning, setIsReasoning] = useState(false);
  const when = !isReasoning;
  useShortcut("s", { label: "Still stands", group: GROUP, when }, () => void stillStands(causes));
  useShortcut("w", { label: "Still stands, because …", group: GROUP, when }, () => setIsReasoning(true));
  return (
    <section aria-labelledby="needs-review" className="mb-6 rounded-lg border border-field-line bg-surface p-4">
      <h2 id="needs-review" className="font-medium">
        Needs review
      </h2>
      <CauseList causes={causes}>{(cause) => <ClaimPath review={{ note, cause, path: cause.path }} />}</CauseList>
      {isReasoning ? (
        <ReasonForm onGive={(reason) => void stillStands(causes, reason)} onClose={() => setIsReasoning(false)} />
      ) : (
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <Button small look="primary" onClick={() => void stillStands(causes)}>
            Still stands
          </Button>
          <Button small onClick={() => setIsReasoning(true)}>
            Still stands, because …
          </Button>
          <Link to="/tend" search={{ kind: "reviews" }} className="px-2 text-sm text-muted hover:underline">
            Tend
          </Link>
        </div>
      )}
    </section>
  );
}

function QuietCauses({ note, causes }: CausesOfNote) {
  const { takeBack } = useLooks(note);
  return (
    <section aria-label="Found to stand" className="mb-6 border-l-2 border-line pl-3 text-sm text-muted">
      <CauseList causes={causes}>
        {(cause) => (
          <p>
            Found to stand <RelativeTime at={cause.looked_at!.at} />, although {subjectOf(cause)} <Fate cause={cause} />
            {cause.looked_at!.reason !== null && <>: {cause.looked_at!.reason}</>}{" "}
            <button
              type="button"
              className="underline underline-offset-2 hover:text-text"
              onClick={() => void takeBack(cause)}
            >
              Take back
            </button>
          </p>
        )}
      </CauseList>
    </section>
  );
}

function subjectOf({ kind, title }: Cause): string {
  if (kind === "deleted") return "it";
  return kind === "reworded" ? "it rests on" : `“${title}” was`;
}

function CauseList({
  causes,
  children,
}: {
  readonly causes: readonly Cause[];
  readonly children: (cause: Cause) => ReactNode;
}) {
  const more = causes.length - MOST_SHOWN;
  return (
    <>
      <ul className="mt-2 flex flex-col gap-3">
        {causes.slice(0, MOST_SHOWN).map((cause) => (
          <li key={`${cause.id} ${cause.kind}`}>{children(cause)}</li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2 text-sm text-muted">and {countOf(more, "more cause", "more causes")}</p>}
    </>
  );
}
