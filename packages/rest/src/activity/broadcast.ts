/** Receivers served per turn of the event loop: a few milliseconds of work. */
const SLICE = 250;

/** Most messages that wait for delivery. */
const MOST_WAITING = 100;

/** Delivers each message, in order, to the receivers present when it was sent, without blocking other work. */
export interface Broadcast<Receiver, Message> {
  send(receivers: ReadonlySet<Receiver>, message: Message): void;
}

/** Calls `drop` for the receivers of a message that is refused because too many are waiting. */
export function createBroadcast<Receiver, Message>(
  deliver: (receiver: Receiver, message: Message) => void,
  drop: (receiver: Receiver) => void,
): Broadcast<Receiver, Message> {
  const waiting: { readonly receivers: readonly Receiver[]; readonly message: Message; at: number }[] = [];

  function deliverSlice(): void {
    for (let remaining = SLICE; remaining > 0 && waiting[0] !== undefined;) {
      const { receivers, message, at } = waiting[0];
      const slice = receivers.slice(at, at + remaining);
      for (const receiver of slice) deliver(receiver, message);
      remaining -= slice.length;
      waiting[0].at += slice.length;
      if (waiting[0].at >= receivers.length) waiting.shift();
    }
    if (waiting.length > 0) setImmediate(deliverSlice);
  }

  return {
    send(receivers, message) {
      if (waiting.length === 0 && receivers.size <= SLICE) {
        for (const receiver of receivers) deliver(receiver, message);
        return;
      }
      if (waiting.length >= MOST_WAITING) return receivers.forEach(drop);
      waiting.push({ receivers: [...receivers], message, at: 0 });
      if (waiting.length === 1) setImmediate(deliverSlice);
    },
  };
}
