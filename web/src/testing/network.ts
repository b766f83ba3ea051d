// The network of a component test. No server is asked: a test says what each request is answered, and a request that
// nothing was said about fails the test.
import { HttpResponse, http, type JsonBodyType } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, expect, vi } from "vitest";
import type { ApiErrorBody } from "../api/generated/ApiErrorBody";
import type { Paths } from "../api/generated/paths";
import type { PathOf, ResponseBody } from "../api/requests";
import { defaultResponses } from "./fixtures";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A request, as Rust describes it: "POST /api/auth/login". */
export type ApiCall = Extract<keyof Paths, `${Method} ${string}`>;

type ResponseTo<C extends ApiCall> = C extends `${infer M} ${infer P}`
  ? ResponseBody<M, P & PathOf<M>>
  : never;

/** What is sent with it. */
type RequestBodyOf<C extends ApiCall> = Paths[C] extends { body: infer Body } ? Body : undefined;

/** A request that was made. */
export interface RecordedRequest<C extends ApiCall> {
  body: RequestBodyOf<C>;
  /** The names in braces. */
  params: Record<string, string>;
  query: URLSearchParams;
}

/** How a request ends that is not answered as it should be. It may look at what was sent. */
export type FaultResponse<Body = unknown> = (body: Body) => Response;

/** An error in the server's own shape. */
export const respondJson =
  (
    status: number,
    body: Partial<ApiErrorBody> | JsonBodyType = {},
    headers?: Record<string, string>,
  ): FaultResponse =>
  () =>
    HttpResponse.json(body as JsonBodyType, { status, headers });

/** Somebody else's page in the place of an answer: a gateway's, a hotel's. */
export const respondPage =
  (status: number): FaultResponse =>
  () =>
    HttpResponse.html("<h1>Nothing here</h1>", { status });

/** No answer at all. */
export const failConnection: FaultResponse = () => HttpResponse.error();

const METHODS = { GET: http.get, POST: http.post, PUT: http.put, PATCH: http.patch, DELETE: http.delete };

/** Requests that no test said anything about. */
const unexpected: string[] = [];

const unexpectedRequestHandler = http.all("*", ({ request }) => {
  unexpected.push(`${request.method} ${request.url}`);
  return HttpResponse.error();
});

/** The live socket: it opens, and nothing is said over it. */
class SilentSocket {
  onopen: (() => void) | null = null;
  constructor() {
    queueMicrotask(() => this.onopen?.());
  }
  send() {}
  close() {}
}

/** For what the helpers below cannot say. */
export const mockServer = setupServer(
  ...defaultResponses.map(([call, answer]) => {
    const { method, path } = parseCall(call);
    return method(path, () => HttpResponse.json(answer() as JsonBodyType));
  }),
  unexpectedRequestHandler,
);

function parseCall(call: ApiCall) {
  const [method = "", path = ""] = call.split(" ");
  return { method: METHODS[method as Method], path: `*${path.replace(/\{(\w+)\}/g, ":$1")}` };
}

/** Every such request ends so from now on. Answers the list of those that were made. */
function mockRequest<C extends ApiCall>(
  call: C,
  respond: (sent: RecordedRequest<C>) => Response | Promise<Response>,
): RecordedRequest<C>[] {
  const made: RecordedRequest<C>[] = [];
  const { method, path } = parseCall(call);
  mockServer.use(
    method(path, async ({ request, params }) => {
      const text = await request.text();
      // A file comes in a form, of which nothing is read.
      const isJson = request.headers.get("Content-Type")?.startsWith("application/json");
      const sent: RecordedRequest<C> = {
        body: text !== "" && isJson ? JSON.parse(text) : undefined,
        params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
        query: new URL(request.url).searchParams,
      };
      made.push(sent);
      return respond(sent);
    }),
  );
  return made;
}

const toJsonResponse = (answer: unknown, init?: { status?: number }) =>
  answer === undefined
    ? new HttpResponse(null, { status: 204, ...init })
    : HttpResponse.json(answer as JsonBodyType, init);

/**
 * The server answers this from now on: `answers("GET /api/contacts", [ANNA])`. Answers the list of such requests, which
 * grows as they are made.
 */
export const mockResponse = <C extends ApiCall>(
  call: C,
  answer: ResponseTo<C>,
  init?: { status?: number },
): RecordedRequest<C>[] => mockRequest(call, () => toJsonResponse(answer, init));

/** The request fails from now on: `fails("POST /api/auth/login", json(401, { message: "No" }))`. */
export const mockFault = <C extends ApiCall>(
  call: C,
  fault: FaultResponse<RequestBodyOf<C>>,
): RecordedRequest<C>[] => mockRequest(call, ({ body }) => fault(body));

/** The request waits, as with little signal, until the test has it answered: for what is shown meanwhile. */
export function mockHeldResponse<C extends ApiCall>(
  call: C,
  answer: ResponseTo<C>,
): { sent: RecordedRequest<C>[]; release: () => void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const sent = mockRequest(call, async () => {
    await released;
    return toJsonResponse(answer);
  });
  return { sent, release };
}

beforeAll(() => {
  mockServer.listen({ onUnhandledRequest: "error" });
  vi.stubGlobal("WebSocket", SilentSocket);
});
afterEach(() => {
  mockServer.resetHandlers();
  expect(unexpected.splice(0), "requests that nothing was said about").toEqual([]);
});
afterAll(() => mockServer.close());
