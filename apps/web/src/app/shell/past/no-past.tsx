import { CalendarClock } from "lucide-react";
import { Button } from "../../../kit/ui/button.tsx";
import { EmptyState } from "../../../kit/ui/states.tsx";
import { useAsOf } from "../../../remote/past/use-as-of.ts";

/** Takes the place of a page that shows nothing but the present. */
export function NoPast() {
  const { backToNow } = useAsOf();
  return (
    <>
      <title>Only now · Knote</title>
      <h1 className="sr-only">Only now</h1>
      <EmptyState
        icon={<CalendarClock size={22} aria-hidden />}
        title="This page has no past"
        action={<Button onClick={backToNow}>Back to now</Button>}
      >
        It works with your notes as they are now.
      </EmptyState>
    </>
  );
}
