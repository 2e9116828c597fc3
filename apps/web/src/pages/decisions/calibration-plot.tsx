import type { CalibrationBin } from "@knote/contract";
import { percent } from "../../features/stances/stance-words.ts";
import { pointsOf } from "./points-of.ts";

const SIZE = 320;
const MARGIN = { left: 44, bottom: 34, top: 10, right: 12 };
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** Charts how often came true what the owner was so sure of, with 95 % intervals, and the same data as a table. */
export function CalibrationPlot({ bins }: { readonly bins: readonly CalibrationBin[] }) {
  const points = pointsOf(bins);
  const x = (share: number): number => MARGIN.left + share * (SIZE - MARGIN.left - MARGIN.right);
  const y = (share: number): number => SIZE - MARGIN.bottom - share * (SIZE - MARGIN.bottom - MARGIN.top);
  const words = points.map(({ confidence, share }) => `${percent(confidence)} sure: ${percent(share)} came true`);
  return (
    <>
      <svg
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        role="img"
        aria-label={`${words.join("; ")}.`}
        className="mx-auto mt-4 w-full max-w-sm text-[11px]"
      >
        {TICKS.map((tick) => (
          <g key={tick} fill="var(--muted)" stroke="none">
            <path d={`M${x(0)} ${y(tick)}H${x(1)}M${x(tick)} ${y(0)}V${y(1)}`} stroke="var(--line)" />
            <text x={x(0) - 6} y={y(tick)} textAnchor="end" dominantBaseline="central">
              {percent(tick)}
            </text>
            <text x={x(tick)} y={y(0) + 14} textAnchor={tick === 1 ? "end" : "middle"}>
              {percent(tick)}
            </text>
          </g>
        ))}
        <path d={`M${x(0)} ${y(0)}L${x(1)} ${y(1)}`} stroke="var(--field-line)" strokeDasharray="4 3" />
        {points.map(({ confidence, share, low, high, radius }) => (
          <g key={confidence}>
            <path d={`M${x(confidence)} ${y(low)}V${y(high)}`} stroke="var(--accent)" strokeWidth="1.5" />
            <circle cx={x(confidence)} cy={y(share)} r={radius} fill="var(--accent)" />
          </g>
        ))}
        <text x={x(0.5)} y={SIZE - 4} textAnchor="middle" fill="var(--muted)">
          how sure you were
        </text>
      </svg>
      <p className="text-center text-sm text-muted">
        Upwards: how many came true, with 95 % intervals. On the line you are as right as you are sure; below it, too
        sure.
      </p>
      <details className="mt-2 text-sm">
        <summary className="cursor-pointer text-muted">As a table</summary>
        <table className="mt-2 w-full text-left tabular-nums">
          <thead className="text-muted">
            <tr>
              <th className="font-medium">Sure</th>
              <th className="font-medium">How many</th>
              <th className="font-medium">Came true</th>
              <th className="font-medium">Interval</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ confidence, share, low, high, count }) => (
              <tr key={confidence}>
                <td>{percent(confidence)}</td>
                <td>{count}</td>
                <td>{percent(share)}</td>
                <td>
                  {percent(low)} to {percent(high)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
