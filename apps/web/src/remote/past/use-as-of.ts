import { useNavigate, useSearch } from "@tanstack/react-router";

/** The time of the past that the dashboard shows, and null in the present. The address has it as `?as_of=…`. */
export function useAsOf() {
  const { as_of: asOf } = useSearch({ strict: false });
  const navigate = useNavigate();
  const show = (next: string | undefined): void =>
    void navigate({ to: ".", search: (search: object) => ({ ...search, as_of: next }), resetScroll: false } as never);
  return {
    asOf: asOf ?? null,
    show: (next: string) => show(next),
    backToNow: () => show(undefined),
  };
}
