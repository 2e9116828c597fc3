import { type RefObject, useEffect, useState } from "react";

/** Returns whether the canvases in the element lost their WebGL context, and how often it was restored. */
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
      // Without this the context is never restored.
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
