import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Adjacency, GraphData } from "../../features/graph/graph-data.ts";
import { useTheme } from "../../kit/theme/use-theme.ts";
import { useMedia } from "../../kit/ui/use-media.ts";
import { createPicture, type Picture } from "./create-picture.ts";
import type { View } from "./scene/create-painter.ts";
import { layoutStorage } from "./layout-storage.ts";
import { useGraphics } from "./use-graphics.ts";

export interface GraphPictureProps {
  readonly graph: GraphData;
  readonly adjacency: Adjacency;
  readonly view: View;
  /** Identifies the shown part of the graph; a new part is first shown as a whole. */
  readonly scope: string;
  readonly userId: string;
  /** Whether the places of the notes are stored; those of the past are not, as the present has more notes. */
  readonly storesLayout: boolean;
  readonly onCurrent: (id: string | null) => void;
  readonly onOpen: (id: string) => void;
  readonly onFocus: (id: string) => void;
  readonly onList: () => void;
  /** Handles Escape; returns whether there was something to leave. */
  readonly onLeave: () => boolean;
}

/** Draws the graph into the element while the component is mounted. */
export function usePicture(
  container: RefObject<HTMLDivElement | null>,
  { graph, adjacency, view, scope, userId, storesLayout, onOpen, onFocus }: GraphPictureProps,
): { readonly picture: Picture | null; readonly isArranging: boolean; readonly isLost: boolean } {
  const [picture, setPicture] = useState<Picture | null>(null);
  const [isArranging, setArranging] = useState(true);
  const isStill = useMedia("(prefers-reduced-motion: reduce)");
  const { isDark } = useTheme();
  const { isLost, generation } = useGraphics(container);
  const open = useEffectEvent(onOpen);
  const focus = useEffectEvent(onFocus);

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    let newPicture: Picture | null = null;
    const observer = new ResizeObserver(() => newPicture?.resize());
    // Deferred, because WebGL takes a while to set up and the page should show first.
    const timer = setTimeout(() => {
      const layout = layoutStorage(userId);
      newPicture = createPicture(element, {
        events: { onOpen: (id) => open(id), onFocus: (id) => focus(id) },
        storedLayout: layout.read(),
        storeLayout: storesLayout ? layout.write : () => undefined,
        onArranging: setArranging,
        isStill,
      });
      observer.observe(element);
      setPicture(newPicture);
    });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      newPicture?.dispose();
      setPicture(null);
      setArranging(true);
    };
  }, [container, userId, storesLayout, isStill, generation]);

  useEffect(() => picture?.show(graph, adjacency, view), [picture, graph, adjacency, view]);
  const recolour = useEffectEvent(() => picture?.recolour());
  useEffect(() => recolour(), [isDark]);
  const shownScope = useRef(scope);
  useEffect(() => {
    if (!picture || shownScope.current === scope) return;
    shownScope.current = scope;
    picture.viewport.fit();
  }, [picture, view, scope]);
  return { picture, isArranging, isLost };
}
