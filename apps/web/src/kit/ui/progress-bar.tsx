const COLOURS = {
  accent: "[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-value]:bg-accent",
  danger: "[&::-moz-progress-bar]:bg-danger [&::-webkit-progress-value]:bg-danger",
} as const;

/** How much of something is done or used. */
export function ProgressBar({
  label,
  value,
  max,
  colour = "accent",
  className = "h-1",
}: {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly colour?: keyof typeof COLOURS;
  readonly className?: string;
}) {
  return (
    <progress
      aria-label={label}
      max={Math.max(1, max)}
      value={Math.min(value, max)}
      className={`block w-full appearance-none overflow-hidden rounded-full [&::-webkit-progress-bar]:bg-hover ${COLOURS[colour]} ${className}`}
    />
  );
}
