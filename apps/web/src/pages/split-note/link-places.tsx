import type { LinkedNote } from "../../features/notes/links-of.ts";
import { RelationBadge } from "../../features/notes/relation-badge.tsx";

/** Asks for each link of the note with which part it goes. */
export function LinkPlaces({
  links,
  places,
  partCount,
  onPlace,
}: {
  readonly links: readonly LinkedNote[];
  readonly places: ReadonlyMap<LinkedNote, number>;
  readonly partCount: number;
  readonly onPlace: (link: LinkedNote, place: number | null) => void;
}) {
  if (links.length === 0) return null;
  return (
    <section aria-label="Links">
      <h2 className="text-sm font-medium text-muted">Links</h2>
      <ul className="mt-1 divide-y divide-line">
        {links.map((link) => (
          <li
            key={`${link.id} ${link.relation} ${link.incoming}`}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5"
          >
            <RelationBadge relation={link.relation} />
            <span className="min-w-40 flex-1">{link.title}</span>
            <select
              aria-label={`Where the link with “${link.title}” belongs`}
              value={places.get(link) ?? ""}
              onChange={({ target: { value } }) => onPlace(link, value === "" ? null : Number(value))}
              className="h-8 rounded-md border border-field-line bg-surface px-2 text-sm"
            >
              <option value="">Stays with the note</option>
              {Array.from({ length: partCount }, (_, index) => (
                <option key={index} value={index}>
                  {`Part ${index + 1}`}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </section>
  );
}
