import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/** After a change of page the focus is in the page, and screen readers are told its title. */
export function PageChange() {
  const router = useRouter();
  const [title, setTitle] = useState("");
  useEffect(() => {
    // The title of a note's page comes with the note.
    const observer = new MutationObserver(() => setTitle(document.title));
    const leave = router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return;
      focusPage();
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

/** Unless the page has taken the focus itself, to write in. */
function focusPage(): void {
  const page = document.querySelector("main");
  if (!page || page.contains(document.activeElement)) return;
  page.tabIndex = -1;
  page.focus({ preventScroll: true });
}
