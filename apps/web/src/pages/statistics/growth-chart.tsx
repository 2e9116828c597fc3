import { useMedia } from "../../kit/ui/use-media.ts";
import type { Growth, GrowthPoint } from "./growth.ts";

/** Width in the chart's own units: fewer on a narrow screen, so that the labels stay readable. */
const WIDE = 720;
const NARROW = 360;
const HEIGHT = 180;
const LEFT_MARGIN = 40;
const BOTTOM_MARGIN = 22;
const TOP_MARGIN = 10;

const NAMES = { day: "Day", week: "Week from", month: "Month" } as const;
const plain = { timeZone: "UTC" } as const;
const days = new Intl.DateTimeFormat("en", { ...plain, day: "numeric", month: "short" });
const daysOfYears = new Intl.DateTimeFormat("en", { ...plain, day: "numeric", month: "short", year: "numeric" });
const months = new Intl.DateTimeFormat("en", { ...plain, month: "short", year: "numeric" });

/** Charts the number of notes over time and the notes added in each step, with the same data as a table below. */
export function GrowthChart({ growth }: { readonly growth: Growth }) {
  const { points, step } = growth;
  const width = useMedia("(min-width: 40rem)") ? WIDE : NARROW;
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return null;
  const write = step === "month" ? months : daysOfYears;
  const name = (point: GrowthPoint): string => write.format(new Date(point.from));
  const words = `${last.total.toLocaleString("en")} notes since ${name(first)}.`;
  return (
    <>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={words} className="w-full text-[11px]">
        <Drawing points={points} width={width} short={step === "month" ? months : days} />
      </svg>
      <details className="mt-1 text-sm">
        <summary className="cursor-pointer text-muted">As a table</summary>
        <div className="mt-2 max-h-64 overflow-y-auto" tabIndex={0} role="region" aria-label="Growth as a table">
          <table className="w-full text-left tabular-nums">
            <thead className="text-muted">
              <tr>
                <th className="font-medium">{NAMES[step]}</th>
                <th className="font-medium">Added</th>
                <th className="font-medium">Notes</th>
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map((point) => (
                <tr key={point.from}>
                  <td>{name(point)}</td>
                  <td>{point.addedNotes.toLocaleString("en")}</td>
                  <td>{point.total.toLocaleString("en")}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}

function Drawing({
  points,
  width,
  short,
}: {
  readonly points: readonly GrowthPoint[];
  readonly width: number;
  readonly short: Intl.DateTimeFormat;
}) {
  const most = roundedUp(points.at(-1)!.total);
  const column = (width - LEFT_MARGIN) / points.length;
  const y = (value: number): number => HEIGHT - BOTTOM_MARGIN - (value / most) * (HEIGHT - BOTTOM_MARGIN - TOP_MARGIN);
  const x = (index: number): number => LEFT_MARGIN + column * (index + 0.5);
  const totals = points.map(({ total }, index) => `${x(index)} ${y(total)}`).join(" ");
  const labelledPoints = pointsToLabel(points.length);
  return (
    <>
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <path d={`M${LEFT_MARGIN} ${y(most * share)}H${width}`} stroke="var(--line)" />
          <text x={LEFT_MARGIN - 6} y={y(most * share)} textAnchor="end" dominantBaseline="central" fill="var(--muted)">
            {Math.round(most * share).toLocaleString("en")}
          </text>
        </g>
      ))}
      <path d={`M${x(0)} ${y(0)}L${totals}L${x(points.length - 1)} ${y(0)}z`} fill="var(--accent)" opacity="0.08" />
      {points.map(({ from, addedNotes }, index) => (
        <rect
          key={from}
          x={x(index) - column * 0.35}
          y={y(addedNotes)}
          width={column * 0.7}
          height={y(0) - y(addedNotes)}
          fill="var(--field-line)"
          opacity="0.7"
        />
      ))}
      {points.length > 1 && (
        <path d={`M${totals}`} fill="none" stroke="var(--accent)" strokeWidth="1.8" strokeLinejoin="round" />
      )}
      <circle cx={x(points.length - 1)} cy={y(points.at(-1)!.total)} r="3.5" fill="var(--accent)" />
      {labelledPoints.map((index) => (
        <text
          key={index}
          x={Math.min(x(index), width - 4)}
          y={HEIGHT - 6}
          textAnchor={index === 0 && points.length > 1 ? "start" : index === points.length - 1 ? "end" : "middle"}
          fill="var(--muted)"
        >
          {short.format(new Date(points[index]!.from))}
        </text>
      ))}
    </>
  );
}

/** Returns the indices of the points with a label: the first, the middle and the last. */
function pointsToLabel(count: number): number[] {
  return [...new Set([0, ...(count > 6 ? [Math.floor((count - 1) / 2)] : []), count - 1])];
}

/** Rounds up to 1, 2 or 5 times a power of ten, for a readable scale. */
function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return Math.max(
    2,
    [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= value)!,
  );
}
