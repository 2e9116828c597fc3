import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTheme } from "../../shell/theme/use-theme.ts";
import { useMedia } from "../../ui/use-media.ts";
import { createPicture, type Picture } from "./create-picture.ts";
import type { GraphPictureProps } from "./graph-picture.tsx";
import { keptLayout } from "./kept-layout.ts";

/** Draws the graph into the element for as long as it is there. */
export function usePicture(
  container: RefObject<HTMLDivElement | null>,
  { graph, view, scope, userId, onOpen, onFocus }: GraphPictureProps,
): { readonly picture: Picture | null; readonly isArranging: boolean } {
  const [picture, setPicture] = useState<Picture | null>(null);
  const [isArranging, setArranging] = useState(true);
  const isStill = useMedia("(prefers-reduced-motion: reduce)");
  const { isDark } = useTheme();
  const open = useEffectEvent(onOpen);
  const focus = useEffectEvent(onFocus);

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const layout = keptLayout(userId);
    const made = createPicture(element, {
      events: { onOpen: (id) => open(id), onFocus: (id) => focus(id) },
      kept: layout.read(),
      keep: layout.write,
      onArranging: setArranging,
      isStill,
    });
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(element);
    setPicture(made);
    return () => {
      observer.disconnect();
      made.dispose();
      setPicture(null);
      setArranging(true);
    };
  }, [container, userId, isStill]);

  useEffect(() => picture?.show(graph, view), [picture, graph, view]);
  useEffect(() => picture?.recolour(), [picture, isDark]);
  const shownScope = useRef(scope);
  useEffect(() => {
    if (!picture || shownScope.current === scope) return;
    shownScope.current = scope;
    picture.viewport.fit();
  }, [picture, view, scope]);
  return { picture, isArranging };
}
