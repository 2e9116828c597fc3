import { useNavigate, useSearch } from "@tanstack/react-router";

/**
 * The note beside the page. The URL has it as `?beside=…`, so it survives Back and reloads; `passage` is the text to
 * scroll to and mark.
 */
export function useBeside() {
  const { beside, passage } = useSearch({ strict: false });
  const navigate = useNavigate();
  const show = (id: string | undefined, shownPassage?: string) =>
    void navigate({
      to: ".",
      search: (search: object) => ({ ...search, beside: id, passage: shownPassage }),
      resetScroll: false,
    } as never);
  return {
    id: beside ?? null,
    passage: passage ?? null,
    open: (id: string, shownPassage?: string) => show(id, shownPassage),
    close: () => show(undefined),
    openAsPage: () => beside && void navigate({ to: "/notes/$id", params: { id: beside }, search: {} }),
  };
}
