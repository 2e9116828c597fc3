import { type RefObject, useEffect, useState } from "react";

/** Whether the browser took WebGL away from the canvases in the element, and how often it gave it back. */
export function useGraphics(container: RefObject<HTMLElement | null>): {
  readonly isLost: boolean;
  readonly generation: number;
} {
  const [isLost, setLost] = useState(false);
  const [generation, setGeneration] = useState(0);
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const over = new AbortController();
    // These events do not bubble.
    const how = { capture: true, signal: over.signal };
    const onLost = (event: Event): void => {
      // Without this it is never given back.
      event.preventDefault();
      setLost(true);
    };
    const onRestored = (): void => {
      setLost(false);
      setGeneration((count) => count + 1);
    };
    element.addEventListener("webglcontextlost", onLost, how);
    element.addEventListener("webglcontextrestored", onRestored, how);
    return () => over.abort();
  }, [container]);
  return { isLost, generation };
}
