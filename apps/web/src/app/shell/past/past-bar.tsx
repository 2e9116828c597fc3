import { Link } from "@tanstack/react-router";
import { CalendarClock } from "lucide-react";
import { countOf } from "../../../kit/count-of.ts";
import { dayOf } from "../../../kit/days.ts";
import { useShortcut } from "../../../kit/shortcuts/use-shortcut.ts";
import { Kbd } from "../../../kit/ui/kbd.tsx";
import { asOfInWords, endOf } from "../../../remote/past/as-of.ts";
import { usePastFacts } from "../../../remote/past/past-facts.ts";
import { useAsOf } from "../../../remote/past/use-as-of.ts";

const ACTION = "rounded-md px-2 py-0.5 underline-offset-2 hover:underline";

/** Says that the dashboard shows the past, how exactly, and leads back to now; nothing in the present. */
export function PastBar({ asOf, onPickDay }: { readonly asOf: string | null; readonly onPickDay: () => void }) {
  const { backToNow } = useAsOf();
  // The shortcuts of what lies over the page come later, so they win.
  useShortcut("Escape", { label: "Back to now", group: "The past", when: asOf !== null }, backToNow);
  return (
    <div role="status">
      {asOf !== null && (
        <div
          role="group"
          aria-label="The past"
          className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-past px-4 pt-1 pb-1.5 text-sm text-on-past [--accent:var(--on-past)]"
        >
          <CalendarClock size={15} aria-hidden className="shrink-0 max-sm:hidden" />
          <p className="min-w-64 flex-1">
            Your notes on <strong className="font-semibold">{asOfInWords(asOf)}</strong>, read-only.{" "}
            <Exactness asOf={asOf} />
          </p>
          <span className="flex flex-wrap items-center gap-1 max-sm:-mx-2 max-sm:w-full">
            <button type="button" className={ACTION} onClick={onPickDay}>
              Another day
            </button>
            <Link
              to="/changes"
              search={{ since: dayOf(Date.parse(endOf(asOf)) + 1), as_of: undefined }}
              className={ACTION}
            >
              What changed since
            </Link>
            <button
              type="button"
              className="ml-auto flex items-center gap-1.5 rounded-md bg-on-past px-2.5 py-0.5 font-medium text-past"
              onClick={backToNow}
            >
              Back to now
              <span className="max-sm:hidden">
                <Kbd keys="Escape" />
              </span>
            </button>
          </span>
        </div>
      )}
    </div>
  );
}

function Exactness({ asOf }: { readonly asOf: string }) {
  const facts = usePastFacts(asOf);
  if (!facts) return null;
  return (
    <>
      {facts.changes > 0 && <>{countOf(facts.changes, "note differs", "notes differ")} now. </>}
      {facts.byPresentText > 0 && (
        <>{countOf(facts.byPresentText, "result goes by its", "results go by their")} present text. </>
      )}
      {facts.keptSince !== null && <>Removed links are missing before {asOfInWords(facts.keptSince.slice(0, 10))}.</>}
    </>
  );
}
