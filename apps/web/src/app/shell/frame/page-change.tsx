import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/** Moves the focus into a new page and announces its title to screen readers. */
export function PageChange() {
  const router = useRouter();
  const [title, setTitle] = useState("");
  useEffect(() => {
    // A note's page gets its title only when the note has loaded.
    const observer = new MutationObserver(() => setTitle(document.title));
    const leave = router.subscribe("onRendered", ({ fromLocation, toLocation, pathChanged }) => {
      if (!fromLocation) return;
      // Another time draws the page anew.
      if (pathChanged || asOfIn(fromLocation.search) !== asOfIn(toLocation.search)) focusPage();
      if (!pathChanged) return;
      setTitle(document.title);
      observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    });
    return () => {
      leave();
      observer.disconnect();
    };
  }, [router]);
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}

function asOfIn(search: { readonly as_of?: string | undefined }): string | undefined {
  return search.as_of;
}

/** Focuses the page unless it has focused one of its own fields. */
function focusPage(): void {
  const page = document.querySelector("main");
  if (!page || page.contains(document.activeElement)) return;
  page.tabIndex = -1;
  page.focus({ preventScroll: true });
}
