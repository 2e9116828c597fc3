import type { ImportJob } from "../../features/transfer/imports.ts";
import { PlanSettings } from "./plan-settings.tsx";
import { StartOver } from "./start-over.tsx";

/** Says why a source cannot be read, and offers to read it otherwise. */
export function RefusedView({ job, detail }: { readonly job: ImportJob; readonly detail: string }) {
  return (
    <section aria-label="Not readable" className="mt-4">
      <p className="font-medium">{job.settings.source} cannot be read so</p>
      <p role="alert" className="mt-1 text-danger">
        {detail}
      </p>
      <PlanSettings key={detail} job={job} source={null} />
      <div className="mt-6 flex">
        <StartOver>Choose something else</StartOver>
      </div>
    </section>
  );
}
