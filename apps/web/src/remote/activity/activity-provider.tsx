import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from "react";
import { useServices } from "../../kit/services.tsx";
import { useTRPC } from "../trpc.ts";
import { RECENT, createEventApplier } from "./apply-event.ts";
import { startBrowserStream } from "./browser-stream.ts";
import type { SharedStream } from "./shared-stream.ts";

const StreamContext = createContext<SharedStream | null>(null);

/** An unknown id asks for every event; right when the list of the activity was empty. */
const FROM_THE_START = "none";

/** Keeps the page's data up to date with the events that follow the loaded list of the activity. */
export function ActivityProvider({ children }: { readonly children: ReactNode }) {
  const { session } = useServices();
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const [stream, setStream] = useState<SharedStream | null>(null);
  const { data } = useQuery(trpc.activity.list.queryOptions(RECENT, { staleTime: Infinity }));
  const isLoaded = data !== undefined;

  useEffect(() => {
    if (!isLoaded) return;
    const list = queryClient.getQueryData(trpc.activity.list.queryKey(RECENT));
    const newStream = startBrowserStream(session, list?.events[0]?.id ?? FROM_THE_START);
    newStream.onEvent(createEventApplier(queryClient, trpc));
    setStream(newStream);
    return () => {
      newStream.stop();
      setStream(null);
    };
  }, [isLoaded, session, queryClient, trpc]);

  return <StreamContext value={stream}>{children}</StreamContext>;
}

/** Returns the live activity; null until the stream has started. */
function useActivityStream(): SharedStream | null {
  return use(StreamContext);
}

/** Whether new events show at once. */
export function useIsLive(): boolean {
  const stream = useActivityStream();
  return useSyncExternalStore(
    (listener) => stream?.subscribe(listener) ?? (() => undefined),
    () => stream?.live ?? false,
  );
}
