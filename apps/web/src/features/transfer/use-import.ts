import { useSyncExternalStore } from "react";
import { useServices } from "../../kit/services.tsx";
import type { ImportState } from "./imports.ts";

export function useImportState(): ImportState {
  const { imports } = useServices();
  return useSyncExternalStore(imports.subscribe, () => imports.state);
}
