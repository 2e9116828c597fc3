import { type Calibration, ENOUGH_SCORED } from "@knote/contract";
import { useQuery } from "@tanstack/react-query";
import { countOf } from "../../kit/count-of.ts";
import { useTRPC } from "../../remote/trpc.ts";
import { CalibrationPlot } from "./calibration-plot.tsx";

/** How sure the owner was, against what came: a curve once there are enough, a sentence before. */
export function CalibrationSection() {
  const { data } = useQuery(useTRPC().stances.calibration.queryOptions({}));
  if (!data) return null;
  return (
    <section aria-labelledby="calibration" className="mt-8 rounded-lg border border-line bg-surface p-4">
      <h2 id="calibration" className="font-medium">
        As right as you are sure?
      </h2>
      {data.enough ? <Figures calibration={data} /> : <TooFew calibration={data} />}
      <NotScored calibration={data} />
    </section>
  );
}

function TooFew({ calibration: { scored } }: { readonly calibration: Calibration }) {
  const beginning = scored === 0 ? "None is scored yet" : `${countOf(scored, "one is", "are")} scored so far`;
  return (
    <p className="mt-1 text-muted">
      {beginning}. From {ENOUGH_SCORED} on, a curve here shows whether you are as right as you are sure; fewer would say
      more about chance than about you.
    </p>
  );
}

function Figures({ calibration }: { readonly calibration: Calibration }) {
  const { brier, brier_first: first, skill, scored } = calibration;
  const figures = [
    ["Scored", String(scored), "decisions and beliefs that came true or false"],
    ["Brier score", write(brier), `0 is best, always saying 50 % gives 0.25; your first guesses had ${write(first)}`],
    ["Skill", write(skill), "above 0 is better than always saying how many come true"],
  ] as const;
  return (
    <>
      <dl className="mt-2 grid gap-3 sm:grid-cols-3">
        {figures.map(([name, value, meaning]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd>
              <span className="text-xl font-semibold tabular-nums">{value}</span>
              <span className="block text-xs text-muted">{meaning}</span>
            </dd>
          </div>
        ))}
      </dl>
      <CalibrationPlot bins={calibration.bins} />
    </>
  );
}

function NotScored({ calibration: { excluded } }: { readonly calibration: Calibration }) {
  const reasons = [
    [excluded.mixed, "mixed"],
    [excluded.unknown, "unknown"],
    [excluded.without_confidence, "without a confidence"],
    [excluded.late, "with one younger than a day when it came"],
  ] as const;
  const counts = reasons.flatMap(([count, words]) => (count > 0 ? [`${count} ${words}`] : []));
  return counts.length === 0 ? null : <p className="mt-2 text-sm text-muted">Not scored: {counts.join(", ")}.</p>;
}

function write(figure: number | null): string {
  return figure === null ? "–" : figure.toFixed(2).replace("-", "−");
}
