import { X } from "lucide-react";
import type { ReactNode } from "react";

export const CHIP =
  "inline-flex h-5.5 items-center gap-1 rounded-full border border-line px-2 text-xs whitespace-nowrap";

/** A tag, a state or a filter; with `onPress` it is a button, with `onRemove` it contains one. */
export function Chip({
  children,
  isPressed,
  onPress,
  onRemove,
}: {
  readonly children: ReactNode;
  readonly isPressed?: boolean;
  readonly onPress?: () => void;
  readonly onRemove?: { readonly label: string; readonly run: () => void };
}) {
  const look = isPressed ? "bg-accent text-on-accent border-accent" : "bg-surface text-muted";
  if (onPress) {
    return (
      <button
        type="button"
        {...(isPressed !== undefined && { "aria-pressed": isPressed })}
        onClick={onPress}
        className={`${CHIP} ${look} ${isPressed ? "" : "hover:bg-hover hover:text-text"}`}
      >
        {children}
      </button>
    );
  }
  return (
    <span className={`${CHIP} ${look}`}>
      {children}
      {onRemove && (
        <button type="button" aria-label={onRemove.label} onClick={onRemove.run} className="-mr-1 rounded-full p-0.5">
          <X size={11} />
        </button>
      )}
    </span>
  );
}
