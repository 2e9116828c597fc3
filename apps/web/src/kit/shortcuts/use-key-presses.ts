import { type AnyRouter, useRouter } from "@tanstack/react-router";
import { useEffect, useLayoutEffect } from "react";
import { useServices } from "../services.tsx";
import type { KeyPress } from "./shortcuts.ts";
import { typeHeldKeys } from "./type-held-keys.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** Whether the page focuses a field when it opens. */
    readonly focusesField?: (search: object) => boolean;
  }
}

const FIELDS = "input:not([type=checkbox], [type=radio], [type=range]), textarea";

/** Passes key presses to the shortcuts, except text for a field, even for one that is about to appear. */
export function useKeyPresses(): void {
  const { shortcuts, typing } = useServices();
  useLayoutEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const hear = (event: KeyboardEvent): void => {
      if (!event.isTrusted || event.isComposing) return;
      const verdict = typing.hear(keyPress(event));
      if (verdict !== "pass") event.stopImmediatePropagation();
      if (verdict === "hold") event.preventDefault();
    };
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || event.isComposing) return;
      if (shortcuts.press(keyPress(event))) event.preventDefault();
    };
    const type = ({ target }: FocusEvent): void => {
      // React is still rendering when it focuses a field.
      if (isField(target)) queueMicrotask(() => typeHeldKeys(typing.takeHeld()));
    };
    window.addEventListener("keydown", hear, { capture: true, signal });
    window.addEventListener("keydown", press, { signal });
    window.addEventListener("focusin", type, { signal });
    window.addEventListener("pointerdown", () => typing.stop(), { signal });
    return () => listening.abort();
  }, [shortcuts, typing]);
  useAwaitedFields();
}

/** Holds the keys for the field of a page from the moment when the user navigates to it. */
function useAwaitedFields(): void {
  const { typing } = useServices();
  const router: AnyRouter = useRouter();
  useEffect(
    () =>
      router.subscribe("onBeforeNavigate", ({ toLocation, pathChanged }) => {
        const page = pathChanged ? router.matchRoutes(toLocation).at(-1) : undefined;
        if (page?.staticData.focusesField?.(page.search)) typing.awaitField();
      }),
    [router, typing],
  );
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.matches(FIELDS) || target.isContentEditable);
}

function keyPress({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): KeyPress {
  const takesKeys = target instanceof HTMLElement && target.closest("select, dialog[open], [role=menu]") !== null;
  // Ctrl with Alt is AltGr, which types characters.
  return { key, mod: (ctrlKey || metaKey) && !altKey, busy: isField(target) || takesKeys };
}
