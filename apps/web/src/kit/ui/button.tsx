import type { ComponentProps, ReactNode } from "react";
import { Tooltip } from "./tooltip.tsx";

const LOOKS = {
  primary: "bg-accent text-on-accent hover:opacity-90",
  secondary: "border border-line bg-surface hover:bg-hover",
  ghost: "hover:bg-hover",
  danger: "border border-line bg-surface text-danger hover:bg-hover",
} as const;

const BASE =
  "inline-flex items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors disabled:cursor-default disabled:opacity-50";

export type ButtonLook = keyof typeof LOOKS;

export function Button({
  look = "secondary",
  small = false,
  className = "",
  ...rest
}: ComponentProps<"button"> & { readonly look?: ButtonLook; readonly small?: boolean }) {
  const size = small ? "h-7 px-2.5 text-sm" : "h-9 px-3.5";
  return <button type="button" className={`${BASE} ${size} ${LOOKS[look]} ${className}`} {...rest} />;
}

/** A button with only an icon; the label is its accessible name and its tooltip. */
export function IconButton({
  label,
  keys,
  children,
  className = "",
  ...rest
}: ComponentProps<"button"> & { readonly label: string; readonly keys?: string; readonly children: ReactNode }) {
  return (
    <Tooltip text={label} {...(keys && { keys })}>
      <button
        type="button"
        aria-label={label}
        className={`${BASE} size-8 text-muted hover:bg-hover hover:text-text ${className}`}
        {...rest}
      >
        {children}
      </button>
    </Tooltip>
  );
}
