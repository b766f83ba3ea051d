// The network of a component test. There is no server: a test defines the response to each request, and a
// request without one fails the test.
import { HttpResponse, http, type JsonBodyType } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, expect, vi } from "vitest";
import type { ApiErrorBody } from "../api/generated/ApiErrorBody";
import type { Paths } from "../api/generated/paths";
import type { PathOf, ResponseBody } from "../api/requests";
import { defaultResponses } from "./fixtures";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A request, named as in Rust: "POST /api/auth/login". */
export type ApiCall = Extract<keyof Paths, `${Method} ${string}`>;

type ResponseTo<C extends ApiCall> = C extends `${infer M} ${infer P}`
  ? ResponseBody<M, P & PathOf<M>>
  : never;

/** The request body. */
type RequestBodyOf<C extends ApiCall> = Paths[C] extends { body: infer Body } ? Body : undefined;

/** A request that was sent. */
export interface RecordedRequest<C extends ApiCall> {
  body: RequestBodyOf<C>;
  /** The values for the names in braces. */
  params: Record<string, string>;
  query: URLSearchParams;
}

/** The result of a request that fails; may depend on the body that was sent. */
export type FaultResponse<Body = unknown> = (body: Body) => Response;

/** An error in the server's format. */
export const respondJson =
  (
    status: number,
    body: Partial<ApiErrorBody> | JsonBodyType = {},
    headers?: Record<string, string>,
  ): FaultResponse =>
  () =>
    HttpResponse.json(body as JsonBodyType, { status, headers });

/** A page from something else instead of a response, such as a gateway or a hotel's login. */
export const respondPage =
  (status: number): FaultResponse =>
  () =>
    HttpResponse.html("<h1>Nothing here</h1>", { status });

/** No response at all. */
export const failConnection: FaultResponse = () => HttpResponse.error();

const METHODS = { GET: http.get, POST: http.post, PUT: http.put, PATCH: http.patch, DELETE: http.delete };

/** Requests without a defined response. */
const unexpected: string[] = [];

const unexpectedRequestHandler = http.all("*", ({ request }) => {
  unexpected.push(`${request.method} ${request.url}`);
  return HttpResponse.error();
});

/** The live socket: it opens and stays silent. */
class SilentSocket {
  onopen: (() => void) | null = null;
  constructor() {
    queueMicrotask(() => this.onopen?.());
  }
  send() {}
  close() {}
}

/** For responses that the helpers below can't express. */
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

/** Mocks every such request from now on. Returns the list of requests, which grows. */
function mockRequest<C extends ApiCall>(
  call: C,
  respond: (sent: RecordedRequest<C>) => Response | Promise<Response>,
): RecordedRequest<C>[] {
  const made: RecordedRequest<C>[] = [];
  const { method, path } = parseCall(call);
  mockServer.use(
    method(path, async ({ request, params }) => {
      const text = await request.text();
      // Files are sent in a form, which isn't read.
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
 * Mocks the response from now on: `mockResponse("GET /api/contacts", [ANNA])`. Returns the list of such
 * requests, which grows as they are sent.
 */
export const mockResponse = <C extends ApiCall>(
  call: C,
  answer: ResponseTo<C>,
  init?: { status?: number },
): RecordedRequest<C>[] => mockRequest(call, () => toJsonResponse(answer, init));

/**
 * Makes the request fail from now on: `mockFault("POST /api/auth/login", respondJson(401, { message: "No"
 * }))`.
 */
export const mockFault = <C extends ApiCall>(
  call: C,
  fault: FaultResponse<RequestBodyOf<C>>,
): RecordedRequest<C>[] => mockRequest(call, ({ body }) => fault(body));

/**
 * Holds the request back, as on a slow network, until the test releases it: for testing what is displayed
 * meanwhile.
 */
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
