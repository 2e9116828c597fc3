import { useEffect } from "react";
import { recordVisit } from "./visits.ts";

/** Records that the user is here, whenever the page is opened or seen again. */
export function useVisits(): void {
  useEffect(() => {
    const record = (): void => {
      if (document.visibilityState === "visible") recordVisit(localStorage, Date.now());
    };
    record();
    document.addEventListener("visibilitychange", record);
    return () => document.removeEventListener("visibilitychange", record);
  }, []);
}
