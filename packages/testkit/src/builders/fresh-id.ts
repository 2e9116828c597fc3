/** Returns a UUIDv7 of the given millisecond; ids of one millisecond sort at random. */
export function freshId(time: number = Date.now()): string {
  return uuidV7(time, Math.floor(Math.random() * 0x1000));
}

/** Creates a source of UUIDv7s that each sort after all earlier ones, even within one millisecond. */
export function createIdSource(now: () => number = Date.now): () => string {
  let millisecond = 0;
  let sequence = 0;
  return () => {
    const time = now();
    if (time > millisecond) {
      millisecond = time;
      sequence = 0;
    } else if (++sequence === 0x1000) {
      millisecond++;
      sequence = 0;
    }
    return uuidV7(millisecond, sequence);
  };
}

/** Returns a user id that no other test uses. */
export function freshUserId(): string {
  return `test:${crypto.randomUUID()}`;
}

function uuidV7(time: number, sequence: number): string {
  const head = time.toString(16).padStart(12, "0");
  const tail = crypto.randomUUID().slice(19);
  return `${head.slice(0, 8)}-${head.slice(8)}-7${sequence.toString(16).padStart(3, "0")}-${tail}`;
}
