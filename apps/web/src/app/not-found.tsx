import { Link } from "@tanstack/react-router";
import { EmptyState } from "../kit/ui/states.tsx";

export function NotFound() {
  return (
    <main>
      <title>Not found · Knote</title>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        title="Page not found"
        action={
          <Link to="/" className="underline">
            Go home
          </Link>
        }
      >
        This address matches no page and none of your notes.
      </EmptyState>
    </main>
  );
}
