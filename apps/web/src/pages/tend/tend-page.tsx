import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { IndexingNotice } from "../../features/notes/indexing-notice.tsx";
import { useWaiting } from "../../features/tend/use-waiting.ts";
import { KINDS, type Kind } from "./cards.ts";
import { HealthPanel } from "./health-panel.tsx";
import { KIND_WORDS } from "./kind-words.ts";
import { Queue } from "./queue.tsx";

const tendRoute = getRouteApi("/frame/tend");

/** The page for tending the graph, one decision at a time. */
export function TendPage() {
  const search = tendRoute.useSearch();
  // Only two kinds are counted: finding the others takes a walk over all notes.
  const counts: Readonly<Partial<Record<Kind, number>>> | null = useWaiting();
  const [firstKind, setFirstKind] = useState<Kind | null>(null);
  // Chosen once, so that settling the last of a kind does not lead away from it.
  if (search.kind === undefined && firstKind === null && counts !== null)
    setFirstKind(KINDS.find((candidate) => (counts[candidate] ?? 0) > 0) ?? "contested");
  else if (search.kind !== undefined && firstKind !== null) setFirstKind(null);
  const kind = search.kind ?? firstKind ?? "contested";
  return (
    <div className="mx-auto max-w-4xl px-4 py-6 md:px-8">
      <title>Tend · Knote</title>
      <h1 className="text-lg font-semibold tracking-tight">Tend</h1>
      <p className="mt-0.5 text-muted">What no longer fits together, and what might belong together.</p>
      <IndexingNotice className="mt-1" />
      <HealthPanel />
      <nav aria-label="What to tend" className="-mx-4 mt-4 overflow-x-auto px-4 md:mx-0 md:px-0">
        <ul className="flex gap-5 border-b border-line">
          {KINDS.map((option) => (
            <li key={option}>
              <KindLink kind={option} current={option === kind} count={counts?.[option]} />
            </li>
          ))}
        </ul>
      </nav>
      <Queue key={kind} kind={kind} />
    </div>
  );
}

function KindLink({
  kind,
  current,
  count,
}: {
  readonly kind: Kind;
  readonly current: boolean;
  readonly count: number | undefined;
}) {
  return (
    <Link
      to="/tend"
      search={(old) => ({ ...old, kind })}
      replace
      {...(current && { "aria-current": "page" as const })}
      className={`-mb-px flex items-center gap-1.5 border-b-2 pb-2 whitespace-nowrap ${current ? "border-accent font-medium" : "border-transparent text-muted hover:text-text"}`}
    >
      {KIND_WORDS[kind].label}
      {count !== undefined && count > 0 && (
        <span className="rounded-full bg-hover px-1.5 text-xs leading-5 font-normal text-text tabular-nums">
          {count}
        </span>
      )}
    </Link>
  );
}
