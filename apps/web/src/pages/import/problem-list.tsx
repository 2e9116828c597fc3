import type { Plan } from "@knote/formats";

const number = new Intl.NumberFormat("en");
/** Lines that are shown of one kind. */
const MOST = 100;

/** What is left out or comes in otherwise than it stands, by kind, each with its file and a sentence. */
export function ProblemList({ problems }: { readonly problems: Plan["problems"] }) {
  return (
    <div className="mt-2 flex flex-col gap-1.5">
      {problems.map(({ label, all }) => (
        <details key={label} className="rounded-md border border-line bg-surface">
          <summary className="cursor-pointer px-3 py-2 text-sm">
            {label.charAt(0).toUpperCase() + label.slice(1)}:{" "}
            <span className="font-medium tabular-nums">{number.format(all.length)}</span>
          </summary>
          <ul
            aria-label={label}
            tabIndex={0}
            className="max-h-56 overflow-y-auto border-t border-line px-3 py-2 text-sm"
          >
            {all.slice(0, MOST).map(({ place, detail }, index) => (
              <li key={index} className="py-0.5 break-words">
                <span className="text-muted">{place}:</span> {detail}
              </li>
            ))}
            {all.length > MOST && <li className="text-muted">and {number.format(all.length - MOST)} more</li>}
          </ul>
        </details>
      ))}
    </div>
  );
}
