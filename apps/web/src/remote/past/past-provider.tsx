import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ServicesProvider, useServices } from "../../kit/services.tsx";
import { createQueryClient } from "../query-client.ts";
import { createPastClient, TRPCProvider, useTRPC } from "../trpc.ts";
import { type PastFacts, pastFactsKey } from "./past-facts.ts";

/** Lets everything inside read a time of the past, with a cache of its own. Needs the time as its `key`. */
export function PastProvider({ asOf, children }: { readonly asOf: string; readonly children: ReactNode }) {
  const services = useServices();
  const [past] = useState(() => {
    const queryClient = createQueryClient(services.reachability);
    const onFacts = (facts: PastFacts): void => void services.queryClient.setQueryData(pastFactsKey(asOf), facts);
    return { ...services, queryClient, client: createPastClient(services.session, { asOf, onFacts }) };
  });
  return (
    <ServicesProvider services={past}>
      <QueryClientProvider client={past.queryClient}>
        <TRPCProvider queryClient={past.queryClient} trpcClient={past.client}>
          <FactsReader />
          {children}
        </TRPCProvider>
      </QueryClientProvider>
    </ServicesProvider>
  );
}

/** Asks what is known about the time, as a page may ask for nothing that says it. */
function FactsReader() {
  useQuery(useTRPC().links.list.queryOptions({ limit: 1 }));
  return null;
}
