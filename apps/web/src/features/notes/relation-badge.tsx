import type { Relation } from "@knote/contract";
import { RELATION_LOOKS } from "./note-types.ts";

/** A relation as a line in its own dash and colour, with its name seen from this end. */
export function RelationBadge({
  relation,
  incoming = false,
}: {
  readonly relation: Relation;
  readonly incoming?: boolean;
}) {
  const look = RELATION_LOOKS[relation];
  return (
    <span className="inline-flex items-center gap-1.5 text-sm whitespace-nowrap text-muted">
      <svg aria-hidden width="22" height="8" viewBox="0 0 22 8" fill="none" stroke={look.colour} strokeWidth="2">
        <path d="M1 4h20" strokeDasharray={look.dash} />
        {relation === "supersedes" && <path d={incoming ? "M5 1 1 4l4 3" : "M17 1l4 3-4 3"} />}
      </svg>
      {incoming ? look.incoming : look.outgoing}
    </span>
  );
}
