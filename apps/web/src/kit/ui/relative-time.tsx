import { useEffect, useState } from "react";

const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "narrow" });
const absolute = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const REFRESH_MS = 30_000;

/** Shows how long ago something was and keeps it current; the exact time is the title. */
export function RelativeTime({ at, className = "" }: { readonly at: string; readonly className?: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={at} title={absolute.format(new Date(at))} className={`whitespace-nowrap tabular-nums ${className}`}>
      {timeAgo(new Date(at).getTime(), Math.max(now, new Date(at).getTime()))}
    </time>
  );
}

export function timeAgo(then: number, now: number): string {
  const seconds = (now - then) / 1000;
  const step = STEPS.find(([, size]) => seconds >= size);
  return step ? relative.format(-Math.floor(seconds / step[1]), step[0]) : "now";
}
