// @vitest-environment window
import { afterEach, expect, test, vi } from "vitest";
import { listenForUnauthorised, parseJson, request } from "./client";
import { ApiError, JsonError, NetworkError } from "./errors";

function stubResponse(status: number, body: string, headers: Record<string, string> = {}) {
  const fetched = vi.fn(async () => new Response(body, { status, headers }));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

afterEach(() => vi.unstubAllGlobals());

test("a request carries the session's cookie and JSON", async () => {
  const fetched = stubResponse(200, '{"a":1}');
  await expect(request("/api/x", { method: "POST", body: { b: 2 } })).resolves.toEqual({ a: 1 });
  expect(fetched).toHaveBeenCalledWith(
    "/api/x",
    expect.objectContaining({
      method: "POST",
      credentials: "include",
      body: '{"b":2}',
      headers: expect.objectContaining({ "Content-Type": "application/json" }),
    }),
  );
});

test("an empty response becomes undefined", async () => {
  stubResponse(200, "");
  await expect(request("/api/x")).resolves.toBeUndefined();
});

test("a byte-order mark and white space before JSON are forgiven", () => {
  expect(parseJson('\uFEFF \n{"a":1}', "GET", "/api/x")).toEqual({ a: 1 });
});

test("a response that is not JSON gives an error that names the request", async () => {
  stubResponse(200, "<html>");
  const failure = await request("/api/x").catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(JsonError);
  expect((failure as JsonError).message).toBe("JSON parsing failed for GET /api/x");
});

test("a refusal carries status, code, message and field errors", async () => {
  stubResponse(
    422,
    '{"message":"Look again","code":"rule_broken","errors":[{"path":"items[3].price","code":"out_of_range","msg":"Too much"}]}',
  );
  const failure = (await request("/api/x").catch((error: unknown) => error)) as ApiError;
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure.status).toBe(422);
  expect(failure.code).toBe("rule_broken");
  expect(failure.message).toBe("Look again");
  expect(failure.errors).toEqual([{ path: "items[3].price", code: "out_of_range", msg: "Too much" }]);
});

test("a refusal without JSON takes the status text", async () => {
  vi.stubGlobal("fetch", async () => new Response("<html>", { status: 502, statusText: "Bad Gateway" }));
  const failure = (await request("/api/x").catch((error: unknown) => error)) as ApiError;
  expect(failure.message).toBe("Bad Gateway");
  expect(failure.body).toBeUndefined();
});

test("a 401 is reported to listeners, with whether a session expired", async () => {
  const heard: boolean[] = [];
  const stop = listenForUnauthorised((expired) => heard.push(expired));
  stubResponse(401, "{}", { "X-Session-Expired": "true" });
  await request("/api/x").catch(() => undefined);
  stubResponse(401, "{}");
  await request("/api/x").catch(() => undefined);
  stop();
  expect(heard).toEqual([true, false]);
});

test("a lost network is a NetworkError", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  await expect(request("/api/x")).rejects.toBeInstanceOf(NetworkError);
});
