import { Link } from "@tanstack/react-router";

/** Leads to the page that imports. Looks like a secondary button. */
export function ImportLink() {
  return (
    <Link
      to="/import"
      search={{}}
      className="inline-flex h-9 items-center rounded-md border border-line bg-surface px-3.5 font-medium hover:bg-hover"
    >
      Import notes …
    </Link>
  );
}
