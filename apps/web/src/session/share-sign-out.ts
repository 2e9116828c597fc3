import type { Session } from "./session.ts";

/** Signs out all tabs when one of them signs out. */
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
