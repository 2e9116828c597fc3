import * as Radix from "@radix-ui/react-tooltip";
import type { ReactElement, ReactNode } from "react";
import { Kbd } from "./kbd.tsx";
import { usePortalContainer } from "./portal-container.ts";

/** Wraps the whole page. */
export const TooltipProvider = ({ children }: { readonly children: ReactNode }) => (
  <Radix.Provider delayDuration={400} skipDelayDuration={200}>
    {children}
  </Radix.Provider>
);

/** Explains the element under the pointer or the focus. Never the only place for that information. */
export function Tooltip({
  text,
  keys,
  children,
}: {
  readonly text: ReactNode;
  readonly keys?: string;
  readonly children: ReactElement;
}) {
  const container = usePortalContainer();
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex max-w-72 animate-appear items-center gap-2 rounded-md border border-line bg-raised px-2.5 py-1.5 text-sm shadow-raised"
        >
          {text}
          {keys && <Kbd keys={keys} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
