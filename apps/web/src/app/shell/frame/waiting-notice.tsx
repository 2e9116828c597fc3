import { Link } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { sendWaiting } from "../../../features/capture/send-waiting.ts";
import { useWaiting } from "../../../features/capture/use-waiting.ts";
import { rememberUser } from "../../../features/capture/waiting-notes.ts";
import { countOf } from "../../../kit/count-of.ts";
import { useServices } from "../../../kit/services.tsx";
import { useAsOf } from "../../../remote/past/use-as-of.ts";
import { useAccount } from "../../../session/use-session.ts";

/** Says how many notes wait for the server, and sends them once it answers. */
export function WaitingNotice() {
  const services = useServices();
  const { outbox, reachability } = services;
  const account = useAccount();
  const isPast = useAsOf().asOf !== null;
  const waiting = useWaiting();
  const reachable = useSyncExternalStore(reachability.subscribe, () => reachability.reachable);
  const isSending = useRef(false);
  useEffect(() => void outbox.load(), [outbox]);
  useEffect(() => {
    if (account) rememberUser(localStorage, account.id);
  }, [account]);
  const send = useEffectEvent(async () => {
    if (isSending.current) return;
    isSending.current = true;
    await sendWaiting(
      services,
      waiting.filter(({ problem }) => problem === null),
    );
    isSending.current = false;
  });
  const sendable = waiting.filter(({ problem }) => problem === null).length;
  const canSend = account !== undefined && reachable && !isPast && sendable > 0;
  useEffect(() => {
    if (canSend) void send();
  }, [canSend, sendable]);
  return (
    <div role="status">
      {waiting.length > 0 && (
        <div className="flex items-center justify-center gap-3 border-b border-line bg-hover px-4 py-1.5 text-sm">
          <Send size={15} aria-hidden className="shrink-0" />
          {countOf(waiting.length, "note waits", "notes wait")} in this browser to be sent.
          <Link to="/waiting" search={{}} className="underline underline-offset-2">
            Show
          </Link>
        </div>
      )}
    </div>
  );
}
