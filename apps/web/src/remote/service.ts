import type { Service } from "@knote/formats";
import { Unreachable } from "../kit/failures.ts";
import type { Session } from "../session/session.ts";
import type { Reachability } from "./reachability.ts";

/** Creates the REST interface of this server, for what goes in and out as lines. */
export function createService(session: Session, reachability: Reachability): Service {
  const sendOnce = async (path: string, request: RequestInit): Promise<Response> => {
    const { value } = await session.token();
    const headers = { ...(request.headers as Record<string, string>), Authorization: `Bearer ${value}` };
    try {
      return await fetch(path, { ...request, headers });
    } catch (error) {
      reachability.reportLoss();
      throw new Unreachable(error);
    }
  };
  return {
    address: window.location.origin,
    async send(path, request = {}) {
      const response = await sendOnce(path, request);
      if (response.status !== 401) return response;
      session.discard();
      return await sendOnce(path, request);
    },
  };
}
