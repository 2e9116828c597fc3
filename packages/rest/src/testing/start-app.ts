import type { Services } from "@knote/api";
import { startTestServer, testServices } from "@knote/testkit";
import { createHttpApp, type HttpApp } from "../create-http-app.ts";
import type { HttpAppOptions } from "../options.ts";
import type { EventLoop } from "../overload/event-loop.ts";
import { type Answer, send, type SendOptions } from "./send.ts";

const fakeServices = () => testServices();
type FakeServices = ReturnType<typeof fakeServices>;
type TokenClaims = Parameters<Awaited<ReturnType<typeof startTestServer>>["token"]>[1];

export interface TestApp extends AsyncDisposable {
  readonly url: string;
  readonly services: FakeServices;
  readonly http: HttpApp;
  /** The log lines so far, as JSON. */
  readonly logLines: readonly string[];
  token(userId: string, claims?: TokenClaims): Promise<string>;
  /** Sends without a token, unless the request has one. */
  send(request: string, sendOptions?: SendOptions): Promise<Answer>;
  /** Returns a caller with a valid token. */
  user(userId: string, claims?: TokenClaims): Promise<TestCaller>;
}

export interface TestCaller {
  readonly userId: string;
  readonly token: string;
  /** `send("POST /api/ask", { json: { query } })` */
  send(request: string, sendOptions?: SendOptions): Promise<Answer>;
  /** Creates a note and returns its id. */
  note(title: string, fields?: object): Promise<string>;
  /** Kinds of the caller's events so far, oldest first. */
  events(): Promise<string[]>;
}

/** Is never late: no test may depend on how busy the machine is. */
const PUNCTUAL_LOOP: EventLoop = { waitedMs: () => 0, close() {} };

/** Starts the app on its own port, over fakes that the test controls. */
export async function startApp(options: Partial<HttpAppOptions> = {}): Promise<TestApp> {
  const services = (options.services ?? fakeServices()) as FakeServices;
  let http: HttpApp | undefined;
  const server = await startTestServer(
    services,
    (parts) => (http = createHttpApp({ ...parts, eventLoop: PUNCTUAL_LOOP, ...options })),
  );
  const asNobody = (request: string, sendOptions: SendOptions = {}) => send(server.url, request, sendOptions);
  return {
    url: server.url,
    services,
    http: http!,
    logLines: server.logLines,
    token: server.token,
    send: asNobody,
    user: async (userId, claims) => testCaller(userId, await server.token(userId, claims), services, asNobody),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function testCaller(userId: string, token: string, services: Services, sendTo: TestApp["send"]): TestCaller {
  const sendAs = (request: string, sendOptions: SendOptions = {}) => sendTo(request, { token, ...sendOptions });
  return {
    userId,
    token,
    send: sendAs,
    async note(title, fields = {}) {
      const { status, body, text } = await sendAs("POST /api/workspace/notes", {
        json: { title, content: "-", note_type: "fact", ...fields },
      });
      if (status !== 201) throw new Error(`No note was made: ${text}`);
      return (body as { id: string }).id;
    },
    async events() {
      return (await services.storage.activity.replay(userId, null)).map(({ event }) => event.type);
    },
  };
}
