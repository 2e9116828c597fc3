import type { Session } from "./session.ts";

/** Signs out all tabs when one of them signs out. */
export function shareSignOut(session: Session): void {
  const channel = new BroadcastChannel("knote.session");
  let isFromOtherTab = false;
  channel.addEventListener("message", () => {
    isFromOtherTab = true;
    session.end();
    isFromOtherTab = false;
  });
  session.subscribe(() => {
    if (session.state === "signed-out" && !isFromOtherTab) channel.postMessage("signed-out");
  });
}
