import { useLayoutEffect } from "react";
import { useServices } from "../services.tsx";

/** While the component, a form to write in, is on the page, characters run no shortcuts, wherever the focus is. */
export function useComposing(): void {
  const { typing } = useServices();
  useLayoutEffect(() => typing.compose(), [typing]);
}
