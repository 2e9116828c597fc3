import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useState } from "react";
import { TRPCProvider } from "../remote/trpc.ts";
import { NewerVersionNotice } from "./shell/frame/newer-version-notice.tsx";
import { Toaster } from "../kit/toasts/toaster.tsx";
import { TooltipProvider } from "../kit/ui/tooltip.tsx";
import { createAppRouter } from "./router.ts";
import { type Services, ServicesProvider } from "../kit/services.tsx";

export function App({ services }: { readonly services: Services }) {
  const [router] = useState(createAppRouter);
  const { queryClient, client } = services;
  return (
    <ServicesProvider services={services}>
      <QueryClientProvider client={queryClient}>
        <TRPCProvider queryClient={queryClient} trpcClient={client}>
          <TooltipProvider>
            <RouterProvider router={router} />
            <Toaster />
            <NewerVersionNotice />
          </TooltipProvider>
        </TRPCProvider>
      </QueryClientProvider>
    </ServicesProvider>
  );
}
