import { useSyncExternalStore } from "react";
import { useServices } from "../services.tsx";

/** Whether single characters run shortcuts. */
export function useSingleKeys(): readonly [on: boolean, choose: (on: boolean) => void] {
  const { singleKeys } = useServices();
  return [useSyncExternalStore(singleKeys.subscribe, () => singleKeys.on), singleKeys.choose];
}
