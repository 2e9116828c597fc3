import type { Session } from "./session.ts";

/** Signs out in all tabs when one does. */
export function shareSignOut(session: Session): void {
  const channel = new BroadcastChannel("knote.session");
  let heard = false;
  channel.addEventListener("message", () => {
    heard = true;
    session.end();
    heard = false;
  });
  session.subscribe(() => {
    if (session.state === "signed-out" && !heard) channel.postMessage("signed-out");
  });
}
