import { Link } from "@tanstack/react-router";
import { EmptyState } from "../kit/ui/states.tsx";

export function NotFound() {
  return (
    <main>
      <title>Not found · Knote</title>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        title="There is nothing here."
        action={
          <Link to="/" className="underline">
            Go home
          </Link>
        }
      >
        The address leads to no page and to no note of yours.
      </EmptyState>
    </main>
  );
}
