import { problemOf } from "../errors.ts";
import { Button } from "./button.tsx";

interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isFetchNextPageError: boolean;
  readonly error: unknown;
  readonly fetchNextPage: () => Promise<unknown>;
}

/** Loads the next page of a list while there is one. A page that cannot be loaded is told of; the button tries again. */
export function ShowMore({ pages }: { readonly pages: Pages }) {
  if (!pages.hasNextPage) return null;
  return (
    <div className="mt-4 text-center">
      {pages.isFetchNextPageError && (
        <p role="alert" className="mb-2 text-sm text-danger">
          {problemOf(pages.error).message}
        </p>
      )}
      <Button disabled={pages.isFetching} onClick={() => void pages.fetchNextPage()}>
        Show more
      </Button>
    </div>
  );
}
