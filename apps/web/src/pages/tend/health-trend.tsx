import type { GraphHealth } from "@knote/contract";

const WIDTH = 150;
const HEIGHT = 44;
const ROOM = 4;

type Points = GraphHealth["trend"];

/** Draws the share of sound notes over twelve weeks, as if nobody had looked; nothing before there are two. */
export function HealthTrend({ points }: { readonly points: Points }) {
  const shares = points.map(({ load_bearing: all, open }) => (all === 0 ? null : (all - open) / all));
  const places = shares.flatMap((share, index) => (share === null ? [] : [[index, share] as const]));
  const [first, last] = [places[0], places.at(-1)];
  if (!first || !last || first === last) return null;
  const x = (index: number): number => ROOM + (index / (points.length - 1)) * (WIDTH - 2 * ROOM);
  const y = (share: number): number => HEIGHT - ROOM - share * (HEIGHT - 2 * ROOM);
  const percent = (share: number): string => `${Math.floor(share * 100)} %`;
  return (
    <svg
      role="img"
      aria-label={`Twelve weeks, without looks: from ${percent(first[1])} to ${percent(last[1])} sound`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="h-11 w-[150px] shrink-0"
    >
      <path d={`M${ROOM} ${y(0)}H${WIDTH - ROOM}M${ROOM} ${y(1)}H${WIDTH - ROOM}`} stroke="var(--line)" />
      <path
        d={`M${places.map(([index, share]) => `${x(index)} ${y(share)}`).join(" ")}`}
        fill="none"
        stroke="var(--accent)"
        strokeWidth="1.6"
        strokeLinejoin="round"
      />
      <circle cx={x(last[0])} cy={y(last[1])} r="3" fill="var(--accent)" />
    </svg>
  );
}
