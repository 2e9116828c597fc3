import { useQuery } from "@tanstack/react-query";
import { RelationBadge } from "../../features/notes/relation-badge.tsx";
import { useTRPC } from "../../remote/trpc.ts";
import { proposerWords } from "./proposer-words.ts";

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** How many proposals were right so far, by proposer and relation; nothing until one was decided. */
export function PrecisionTable() {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.proposals.precision.queryOptions());
  const rows = (data?.by ?? []).flatMap((row) => (row.precision === null ? [] : [{ ...row, share: row.precision }]));
  if (rows.length === 0) return null;
  return (
    <details className="mt-8 rounded-lg border border-line p-3 text-sm">
      <summary className="cursor-pointer text-muted">How often suggestions were right</summary>
      <div className="mt-2 overflow-x-auto">
        <table className="w-full text-left tabular-nums">
          <thead className="text-muted">
            <tr>
              {["Why", "Relation", "Accepted", "Of decided", "Right"].map((heading) => (
                <th key={heading} scope="col" className="py-1 pr-4 font-normal whitespace-nowrap">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ by, relation, accepted, retyped, dismissed, share, low, high }) => (
              <tr key={`${by} ${relation}`} className="border-t border-line">
                <td className="py-1 pr-4">{proposerWords(by)}</td>
                <td className="py-1 pr-4">
                  <RelationBadge relation={relation} />
                </td>
                <td className="py-1 pr-4">{accepted}</td>
                <td className="py-1 pr-4">{accepted + retyped + dismissed}</td>
                <td className="py-1 whitespace-nowrap">
                  {percent(share)}{" "}
                  <span className="text-muted">
                    ({percent(low)} to {percent(high)})
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
