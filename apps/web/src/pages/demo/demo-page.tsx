import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTRPC } from "../../remote/trpc.ts";
import { useTheme } from "../../kit/theme/use-theme.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Logo } from "../../kit/ui/logo.tsx";
import { ErrorNotice, SkeletonRows } from "../../kit/ui/states.tsx";
import { DemoAnswer, useDemoAnswer } from "./demo-answer.tsx";
import { DemoAsk } from "./demo-ask.tsx";
import { DemoNote } from "./demo-note.tsx";
import { DemoNotes } from "./demo-notes.tsx";
import { DemoPicture } from "./demo-picture.tsx";

const demoRoute = getRouteApi("/demo");

/** The page with a graph that visitors can explore and ask without signing in. */
export function DemoPage() {
  const { q, note: chosenId } = demoRoute.useSearch();
  const navigate = demoRoute.useNavigate();
  const trpc = useTRPC();
  const { data: graph, error, refetch } = useQuery(trpc.demo.graph.queryOptions(undefined, { staleTime: Infinity }));
  const answer = useDemoAnswer(q);
  const open = (note: string | undefined) => void navigate({ search: (old) => ({ ...old, note }), resetScroll: false });
  const note = graph?.notes.find(({ id }) => id === chosenId);
  useCloseByKey(note !== undefined, () => open(undefined));
  return (
    <div className="h-full overflow-y-auto">
      <title>Demo · Knote</title>
      <Header />
      <main className="mx-auto max-w-5xl px-4 pb-16">
        <h1 className="mt-6 text-center text-2xl font-semibold tracking-tight text-balance">
          The notes of somebody who wanted to learn better
        </h1>
        <p className="mx-auto mt-1.5 max-w-xl text-center text-muted">
          Each is one claim, linked to others. Ask them something: the answer says which notes it rests on.
        </p>
        <DemoAsk key={q} question={q} onAsk={(next) => void navigate({ search: { q: next } })} />
        {q !== undefined && <DemoAnswer answer={answer} onOpen={open} />}
        {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {!graph && !error && <SkeletonRows count={3} height={140} />}
        {graph && (
          <>
            <div className="mt-8 overflow-hidden rounded-xl border border-line bg-surface p-2">
              <DemoPicture
                graph={graph}
                chosenId={note?.id}
                citedIds={new Set(answer.data?.sources.map(({ id }) => id))}
                onChoose={open}
              />
            </div>
            <DemoNotes notes={graph.notes} onOpen={open} />
          </>
        )}
      </main>
      {graph && note && <DemoNote note={note} graph={graph} onOpen={open} onClose={() => open(undefined)} />}
    </div>
  );
}

function Header() {
  const { isDark, choose } = useTheme();
  return (
    <header className="sticky top-0 z-20 flex items-center gap-2 border-b border-line bg-canvas px-4 py-2.5">
      <Link to="/" className="flex items-center gap-2 font-semibold tracking-tight">
        <Logo className="size-5" />
        Knote
      </Link>
      <span className="text-muted">demo</span>
      <span className="ml-auto flex items-center gap-2">
        <Button small look="ghost" onClick={() => choose(isDark ? "light" : "dark")}>
          {isDark ? "Light" : "Dark"}
        </Button>
        <Link
          to="/signin"
          className="flex h-8 items-center rounded-md bg-accent px-3 font-medium text-on-accent hover:opacity-90"
        >
          Start your own
        </Link>
      </span>
    </header>
  );
}

/** Closes on Escape. The demo has no frame that would handle shortcuts. */
function useCloseByKey(when: boolean, close: () => void): void {
  useEffect(() => {
    if (!when) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === "Escape" && !event.defaultPrevented) close();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  });
}
