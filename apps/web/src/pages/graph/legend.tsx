import type { ReactNode } from "react";
import {
  isSetAside,
  NOTE_STATES,
  NOTE_TYPE_LOOKS,
  NOTE_TYPES,
  RELATIONS,
  STATE_NAMES,
} from "../../features/notes/note-types.ts";
import { RelationBadge } from "../../features/notes/relation-badge.tsx";
import { TypeLabel } from "../../features/notes/type-icon.tsx";
import type { GraphCounts } from "../../features/graph/count-graph.ts";
import { type GraphSearch, toggleValue } from "./graph-search.ts";

/** Explains shapes, colours and lines; each entry is a switch that hides or shows its kind. */
export function Legend({
  counts,
  search,
  onChange,
}: {
  readonly counts: GraphCounts;
  readonly search: GraphSearch;
  readonly onChange: (change: Partial<GraphSearch>) => void;
}) {
  const { types, states, relations, tag } = search;
  return (
    <div className="flex flex-col gap-4 text-sm">
      <Switches label="Types">
        {NOTE_TYPES.filter((type) => counts.types[type] > 0).map((type) => (
          <Switch
            key={type}
            isOn={types?.includes(type) ?? true}
            count={counts.types[type]}
            onToggle={() => onChange({ types: toggleValue(NOTE_TYPES, types, type) })}
          >
            <TypeLabel type={type} />
          </Switch>
        ))}
      </Switches>
      <Switches label="Links">
        {RELATIONS.filter((relation) => counts.relations[relation] > 0).map((relation) => (
          <Switch
            key={relation}
            isOn={relations?.includes(relation) ?? true}
            count={counts.relations[relation]}
            onToggle={() => onChange({ relations: toggleValue(RELATIONS, relations, relation) })}
          >
            <RelationBadge relation={relation} />
          </Switch>
        ))}
      </Switches>
      <Switches label="States">
        {NOTE_STATES.filter((state) => counts.states[state] > 0).map((state) => (
          <Switch
            key={state}
            isOn={states?.includes(state) ?? true}
            count={counts.states[state]}
            onToggle={() => onChange({ states: toggleValue(NOTE_STATES, states, state) })}
          >
            <span className="inline-flex items-center gap-1.5 text-muted">
              <StateMark state={state} />
              {STATE_NAMES[state]}
            </span>
          </Switch>
        ))}
      </Switches>
      {counts.tags.length > 0 && (
        <label className="flex flex-col gap-1">
          <span className="font-medium">Tag</span>
          <select
            value={tag ?? ""}
            onChange={(event) => onChange({ tag: event.target.value || undefined })}
            className="h-8 rounded-md border border-field-line bg-surface px-2"
          >
            <option value="">All tags</option>
            {counts.tags.map(([name, count]) => (
              <option key={name} value={name}>
                {name} ({count})
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

function Switches({ label, children }: { readonly label: string; readonly children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <fieldset className="flex flex-col">
      <legend className="pb-0.5 font-medium">{label}</legend>
      {children}
    </fieldset>
  );
}

function Switch({
  isOn,
  count,
  onToggle,
  children,
}: {
  readonly isOn: boolean;
  readonly count: number;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}) {
  return (
    <label className="-mx-1.5 flex h-7 cursor-pointer items-center gap-2 rounded-md px-1.5 hover:bg-hover">
      <input type="checkbox" checked={isOn} onChange={onToggle} className="accent-(--accent)" />
      <span className={isOn ? "" : "line-through"}>{children}</span>
      <span className="ml-auto text-xs text-muted tabular-nums">{count}</span>
    </label>
  );
}

/** The mark of a state, as in the picture. */
function StateMark({ state }: { readonly state: (typeof NOTE_STATES)[number] }) {
  const shape = NOTE_TYPE_LOOKS.fact.shape;
  return (
    <svg aria-hidden width="12" height="12" viewBox="-1 -1 14 14" fill="currentColor">
      {isSetAside(state) ? (
        <path d={shape} fill="none" stroke="currentColor" strokeWidth="2" opacity="0.6" />
      ) : (
        <path d={shape} {...(state === "contested" && { transform: "translate(2.1 2.1) scale(.65)" })} />
      )}
      {state === "contested" && (
        <circle cx="6" cy="6" r="6" fill="none" stroke="var(--contradicts)" strokeWidth="1.6" />
      )}
    </svg>
  );
}
