import { planOf, type ReadSource } from "@knote/formats";
import type { ImportJob } from "../../features/transfer/imports.ts";
import { sendPlan } from "../../features/transfer/run-import.ts";
import { NOTE_TYPE_LOOKS, RELATION_LOOKS } from "../../features/notes/note-types.ts";
import { countOf } from "../../kit/count-of.ts";
import { useServices } from "../../kit/services.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { PlanSettings } from "./plan-settings.tsx";
import { ProblemList } from "./problem-list.tsx";
import { StartOver } from "./start-over.tsx";

const number = new Intl.NumberFormat("en");
/** Titles shown as examples. */
const MOST_TITLES = 5;

/** What would come in, before anything is stored. */
export function PlanView({ job, source }: { readonly job: ImportJob; readonly source: ReadSource }) {
  const services = useServices();
  const { notes, links, tool, candidates, otherFiles } = source;
  const { tags, types, relations, problems } = planOf(source);
  const isNothing = notes.length + links.length === 0;
  return (
    <section aria-label="Plan" className="mt-4">
      <p className="text-muted">
        <strong className="font-medium text-text">{job.settings.source}</strong> was read as{" "}
        <strong className="font-medium text-text">{tool}</strong>.
        {candidates.length > 1 &&
          ` It could also be ${candidates
            .slice(1)
            .map((other) => other.tool)
            .join(" or ")}: choose below.`}
      </p>
      <dl aria-label="What would come in" className="mt-4 grid grid-cols-3 gap-2">
        <Figure name="notes" count={notes.length} />
        <Figure name="links" count={links.length} />
        <Figure name="tags" count={tags} />
      </dl>
      {isNothing && <p className="mt-4">There is nothing in it that could come in.</p>}
      {!isNothing && (
        <p className="mt-3 text-sm text-muted">
          {[
            ...types.map(
              ({ name, count }) =>
                `${NOTE_TYPE_LOOKS[name as keyof typeof NOTE_TYPE_LOOKS].name.toLowerCase()} ${number.format(count)}`,
            ),
            ...relations.map(
              ({ name, count }) =>
                `${RELATION_LOOKS[name as keyof typeof RELATION_LOOKS].outgoing} ${number.format(count)}`,
            ),
          ].join(" · ")}
        </p>
      )}
      {notes.length > 0 && (
        <ul aria-label="For example" className="mt-3 border-l-2 border-line pl-3 text-sm">
          {notes.slice(0, MOST_TITLES).map(({ key, title }) => (
            <li key={key} className="truncate py-0.5">
              {title}
            </li>
          ))}
          {notes.length > MOST_TITLES && (
            <li className="py-0.5 text-muted">and {number.format(notes.length - MOST_TITLES)} more</li>
          )}
        </ul>
      )}
      {(problems.length > 0 || otherFiles > 0) && (
        <section aria-label="What is left out or changed" className="mt-5">
          <h2 className="font-medium">Left out or changed</h2>
          <ProblemList problems={problems} />
          {otherFiles > 0 && (
            <p className="mt-2 text-sm text-muted">
              {countOf(otherFiles, "file holds no note and stays", "files hold no notes and stay")} where{" "}
              {otherFiles === 1 ? "it is" : "they are"}.
            </p>
          )}
        </section>
      )}
      <PlanSettings job={job} source={source} />
      <div className="sticky bottom-0 mt-6 -mx-5 flex flex-wrap gap-2 border-t border-line bg-canvas px-5 py-3">
        {!isNothing && (
          <Button look="primary" onClick={() => void sendPlan(services)}>
            Import {countOf(notes.length, "note", "notes")}
          </Button>
        )}
        <StartOver>{isNothing ? "Choose something else" : "Cancel"}</StartOver>
      </div>
    </section>
  );
}

function Figure({ name, count }: { readonly name: string; readonly count: number }) {
  return (
    <div className="flex flex-col-reverse rounded-lg border border-line bg-surface px-4 py-3">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="text-2xl font-semibold tracking-tight tabular-nums">{number.format(count)}</dd>
    </div>
  );
}
