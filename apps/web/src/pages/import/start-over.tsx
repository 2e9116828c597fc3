import type { ReactNode } from "react";
import { useServices } from "../../kit/services.tsx";
import { Button } from "../../kit/ui/button.tsx";

/** Leads back to the beginning. */
export function StartOver({ children }: { readonly children: ReactNode }) {
  const { imports } = useServices();
  return (
    <Button look="ghost" onClick={() => imports.set({ step: "none" })}>
      {children}
    </Button>
  );
}
