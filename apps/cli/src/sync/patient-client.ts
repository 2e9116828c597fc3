import type { Clock } from "@knote/sync";
import type { Service } from "@knote/formats";

const ATTEMPTS = 6;
const LONGEST_WAIT_MS = 30_000;
/** Statuses with which a service that is busy asks for patience; it has done nothing then. */
const BUSY = [429, 503];

/** Sends a request again when the service is busy, after the time that it asks for. */
export function patientClient(client: Service, clock: Clock): Service {
  return {
    ...client,
    async send(path, request) {
      for (let attempt = 1; ; attempt++) {
        const response = await client.send(path, request);
        if (!BUSY.includes(response.status) || attempt === ATTEMPTS) return response;
        await response.body?.cancel();
        const seconds = Number(response.headers.get("retry-after") ?? 1);
        await clock.wait(Math.min(LONGEST_WAIT_MS, (Number.isFinite(seconds) ? seconds : 1) * 1_000));
      }
    },
  };
}
