import { useLayoutEffect } from "react";
import { useServices } from "../services.tsx";

/** Turns single-character shortcuts off while the component, a form to write in, is mounted. */
export function useComposing(): void {
  const { typing } = useServices();
  useLayoutEffect(() => typing.compose(), [typing]);
}
