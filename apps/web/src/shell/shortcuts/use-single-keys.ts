import { useSyncExternalStore } from "react";
import { useServices } from "../../app/services.tsx";

/** Whether characters alone run shortcuts. */
export function useSingleKeys(): readonly [on: boolean, choose: (on: boolean) => void] {
  const { singleKeys } = useServices();
  return [useSyncExternalStore(singleKeys.subscribe, () => singleKeys.on), singleKeys.choose];
}
