import * as Radix from "@radix-ui/react-dropdown-menu";
import type { ReactElement, ReactNode, RefObject } from "react";
import { Kbd } from "./kbd.tsx";
import { usePortalContainer } from "./portal-container.ts";

/** A button with a menu of actions. Not modal: that would inject a style element into the page. */
export function Menu({
  trigger,
  focusAfter,
  children,
}: {
  readonly trigger: ReactElement;
  /** Gets the focus when the menu closes, instead of the trigger. */
  readonly focusAfter?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}) {
  const container = usePortalContainer();
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            if (!focusAfter) return;
            event.preventDefault();
            focusAfter.current?.focus();
          }}
          className="z-50 min-w-44 animate-appear rounded-lg border border-line bg-raised p-1 shadow-raised"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function MenuItem({
  icon,
  keys,
  danger = false,
  onSelect,
  children,
}: {
  readonly icon?: ReactNode;
  readonly keys?: string;
  readonly danger?: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Radix.Item
      onSelect={onSelect}
      className={`flex h-8 cursor-pointer items-center gap-2.5 rounded-md px-2.5 outline-none data-[highlighted]:bg-hover ${danger ? "text-danger" : ""}`}
    >
      {icon && <span className="text-muted">{icon}</span>}
      <span className="flex-1">{children}</span>
      {keys && <Kbd keys={keys} />}
    </Radix.Item>
  );
}

export const MenuSeparator = () => <Radix.Separator className="my-1 h-px bg-line" />;
