import type { GraphHealth } from "@knote/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { NoteLink } from "../../features/notes/note-link.tsx";
import { countOf } from "../../kit/count-of.ts";
import { useTRPC } from "../../remote/trpc.ts";
import { HealthTrend } from "./health-trend.tsx";

const MOST_CAUSES = 3;

/** How sound the graph is, what would help most, and how it has changed; nothing while little rests on anything. */
export function HealthPanel() {
  const { data: health } = useQuery(useTRPC().graph.health.queryOptions());
  if (!health || health.score === null || health.without_looks === null) return null;
  return (
    <section aria-labelledby="soundness" className="mt-4 rounded-lg border border-line bg-surface p-4">
      <h2 id="soundness" className="sr-only">
        How sound your graph is
      </h2>
      <div className="flex flex-wrap items-start gap-x-8 gap-y-3">
        <dl className="flex gap-8">
          <Figure name="sound" share={health.score} />
          <Figure name="without your looks" share={health.without_looks} />
        </dl>
        <p className="min-w-48 flex-1 text-sm text-muted">
          {countOf(health.load_bearing, "note bears others or rests on one", "notes bear others or rest on one")};{" "}
          {health.open === 0 ? "all of them are in order" : `${countOf(health.open, "is", "are")} open`}.{" "}
          <Lately lately={health.last_30_days} />
        </p>
        <HealthTrend points={health.trend} />
      </div>
      {health.open > 0 && <WhatWouldHelp health={health} />}
    </section>
  );
}

function Figure({ name, share }: { readonly name: string; readonly share: number }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-sm text-muted">{name}</dt>
      {/* Rounded down: 100 % means all. */}
      <dd className="text-2xl font-semibold tracking-tight tabular-nums">{Math.floor(share * 100)} %</dd>
    </div>
  );
}

/** The causes that shake most notes, then the matters, each with a link to where it can be settled. */
function WhatWouldHelp({ health: { matters } }: { readonly health: GraphHealth }) {
  const { data } = useQuery(useTRPC().graph.shaking.queryOptions({ limit: MOST_CAUSES }));
  return (
    <ul aria-label="What would help most" className="mt-3 flex flex-col gap-1 border-t border-line pt-3 text-sm">
      {data?.causes.map(({ id, kind, title, shakes }) => (
        <Line key={`${id} ${kind}`} to="/tend" search={{ kind: "reviews" }} count={shakes}>
          {shakes === 1 ? "note rests" : "notes rest"} on{" "}
          <NoteLink id={id} className="underline-offset-2 hover:underline">
            “{title}”
          </NoteLink>
        </Line>
      ))}
      {matters.contested > 0 && (
        <Line to="/tend" search={{ kind: "contested" }} count={matters.contested}>
          {matters.contested === 1 ? "contradiction" : "contradictions"}
        </Line>
      )}
      {matters.cycles > 0 && (
        <Line to="/graph" search={{ circles: true }} count={matters.cycles}>
          {matters.cycles === 1
            ? "circle of notes that rest on each other"
            : "circles of notes that rest on each other"}
        </Line>
      )}
      {matters.due_decisions > 0 && (
        <Line to="/decisions" search={{}} count={matters.due_decisions}>
          due {matters.due_decisions === 1 ? "decision" : "decisions"}
        </Line>
      )}
    </ul>
  );
}

function Line({
  to,
  search,
  count,
  children,
}: {
  readonly to: "/tend" | "/graph" | "/decisions";
  readonly search: { readonly kind?: "reviews" | "contested"; readonly circles?: true };
  readonly count: number;
  readonly children: ReactNode;
}) {
  return (
    <li className="flex items-baseline gap-2">
      <span className="w-8 shrink-0 text-right font-medium tabular-nums">{count}</span>
      <span className="min-w-0 flex-1">{children}</span>
      <Link to={to} search={search} className="shrink-0 text-muted hover:underline">
        Settle
      </Link>
    </li>
  );
}

function Lately({ lately }: { readonly lately: GraphHealth["last_30_days"] }) {
  const parts = [
    [lately.settled_by_change, "settled by a change"],
    [lately.settled_by_look, "by a look"],
    [lately.set_aside, "set aside"],
    [lately.rest_links_removed, lately.rest_links_removed === 1 ? "foundation removed" : "foundations removed"],
  ] as const;
  const words = parts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []));
  return words.length === 0 ? null : <>In 30 days: {words.join(", ")}.</>;
}
