import { useIndexing } from "./use-indexing.ts";

const count = new Intl.NumberFormat("en");

/** Says that some notes can be missed, while they are indexed. */
export function IndexingNotice({ className = "" }: { readonly className?: string }) {
  const pending = useIndexing();
  return (
    <div role="status">
      {pending > 0 && (
        <p className={`text-sm text-muted ${className}`}>
          {pending === 1 ? "1 of your notes is" : `${count.format(pending)} of your notes are`} still being indexed:
          found by words, not yet by meaning.
        </p>
      )}
    </div>
  );
}
