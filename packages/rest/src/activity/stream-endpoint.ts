import { DomainError, type Services } from "@knote/api";
import { invalidField, unauthorizedRefusal } from "../errors/http-refusal.ts";
import { EVENT_STREAM_HEADERS, sseMessage } from "../http/event-stream.ts";
import type { Exchange } from "../http/exchange.ts";
import type { Responder } from "../http/responder.ts";
import { queryOrHeaderToken } from "../http/sent-token.ts";
import type { Admission } from "../overload/admission.ts";
import type { Endpoint } from "../routing/endpoint.ts";
import type { ActivityHub } from "./activity-hub.ts";
import { eventFrame } from "./event-frame.ts";
import { createStreamClient } from "./stream-client.ts";

const RECONNECT_MS = 5_000;
const GREETING = `retry: ${RECONNECT_MS}\n${sseMessage("connected", { message: "Connected to the activity stream." })}`;

interface StreamDeps {
  readonly services: Services;
  readonly hub: ActivityHub;
  readonly respond: Responder;
  readonly admission: Admission;
}

/** `GET /api/activity/stream`: the caller's events as they happen. */
export function streamEndpoint(deps: StreamDeps): Endpoint {
  return {
    method: "GET",
    path: "/api/activity/stream",
    access: "token",
    scope: "notes:read",
    tokenOf: queryOrHeaderToken,
    isDocumented: true,
    answer: (exchange) => openStream(exchange, deps),
  };
}

async function openStream(exchange: Exchange, { services, hub, respond, admission }: StreamDeps): Promise<void> {
  const { request, response, actor, grant, origin, expiresAt } = exchange;
  if (actor === null || grant === null || origin === null) throw unauthorizedRefusal(false);
  const options = streamOptions(exchange);
  const { lastEventId } = options;
  if (hub.isClosed) throw new DomainError("UNAVAILABLE", "The server is shutting down.");
  if (request.method === "HEAD") {
    respond.head(exchange, 200, EVENT_STREAM_HEADERS);
    response.end();
    return respond.recordEnd(exchange, 200);
  }
  const client = createStreamClient({ response, origin, expiresAt, ...options });
  const { leave: leaveRoom } = await admission.enter("stream", { userId: actor.userId });
  // Joined before the replay is read, so that no event is lost between the two.
  const leaveHub = hub.join(actor.userId, client);
  const leave = () => {
    leaveHub();
    leaveRoom();
  };
  response.once("close", leave);
  try {
    const missedEvents = lastEventId === null ? [] : await services.storage.activity.replay(actor.userId, lastEventId);
    // The connection is not used for another request afterwards.
    response.shouldKeepAlive = false;
    respond.head(exchange, 200, EVENT_STREAM_HEADERS);
    response.write(GREETING);
    respond.recordEnd(exchange, 200);
    if (hub.isClosed || grant.isCut()) return client.end();
    await client.replay(missedEvents.map(eventFrame));
  } catch (error) {
    leave();
    throw error;
  }
}

interface StreamOptions {
  readonly all: boolean;
  readonly noteIds: boolean;
  /** Null for no replay. */
  readonly lastEventId: string | null;
}

function streamOptions({ request, search }: Exchange): StreamOptions {
  const query = new URLSearchParams(search);
  const events = single(query, "events");
  if (events !== null && events !== "all") throw invalidField("events", "events can only be all.");
  const noteIds = single(query, "note_ids");
  if (noteIds !== null && noteIds !== "true") throw invalidField("note_ids", "note_ids can only be true.");
  const fromQuery = single(query, "last_event_id");
  const header = request.headers["last-event-id"];
  const lastEventId = typeof header === "string" && header !== "" ? header : fromQuery;
  return { all: events === "all", noteIds: noteIds === "true", lastEventId: lastEventId === "" ? null : lastEventId };
}

function single(query: URLSearchParams, name: string): string | null {
  const values = query.getAll(name);
  if (values.length > 1) throw invalidField(name, `${name} must be given once.`);
  return values[0] ?? null;
}
