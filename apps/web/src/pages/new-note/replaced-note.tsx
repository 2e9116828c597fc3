import { useQuery } from "@tanstack/react-query";
import { NoteLink } from "../../features/notes/note-link.tsx";
import { ImpactNotice } from "../../features/reviews/impact-notice.tsx";
import { useTRPC } from "../../remote/trpc.ts";

/** Says which note the new one replaces, and what rests on that. */
export function ReplacedNote({ id }: { readonly id: string }) {
  const { data: note } = useQuery(useTRPC().notes.get.queryOptions({ id }));
  if (!note) return null;
  return (
    <section aria-label="What it replaces" className="border-l-2 border-supersedes pl-3 text-sm">
      <p>
        Replaces{" "}
        <NoteLink id={id} className="hover:underline">
          “{note.title}”
        </NoteLink>
        .
      </p>
      <ImpactNotice id={id} becomes="superseded" name="it" className="mt-1" />
    </section>
  );
}
