import { useIndexing } from "./use-indexing.ts";

const count = new Intl.NumberFormat("en");

/** Warns that searches by meaning can miss notes that are still being indexed. */
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
