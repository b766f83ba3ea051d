// @vitest-environment window
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getRunningVersion, isNewer, isUpdateAvailable, VERSION_TIMEOUT } from "./app-updates";

/** A running service worker that responds to GET_VERSION with this, or not at all. */
function stubWorker(answer?: unknown) {
  const controller = {
    postMessage: vi.fn((message: unknown, [port]: [MessagePort]) => {
      expect(message).toEqual({ type: "GET_VERSION" });
      if (answer !== undefined) port.postMessage(answer);
    }),
  };
  vi.stubGlobal("navigator", { ...navigator, serviceWorker: { controller } });
}

function stubServerResponse(body: string, status = 200) {
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(body, { status })),
  );
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ["1.4.10", "1.4.9", true],
  ["1.4.9", "1.4.10", false],
  ["2.0", "1.9.9", true],
  ["1.0", "1.0.0", false],
  ["v1.1.0", "1.0.9", true],
  ["unknown", "1.0.0", false],
  ["1.0.0", "unknown", false],
])("%s is newer than %s: %s", (latest, current, newer) => {
  expect(isNewer(latest, current)).toBe(newer);
});

test("a worker that is silent for a second is of unknown version", async () => {
  stubWorker();
  const version = getRunningVersion();
  await vi.advanceTimersByTimeAsync(VERSION_TIMEOUT);
  expect(await version).toBe("unknown");
});

test("without a worker there is no update", async () => {
  stubServerResponse('{"appVersion":"9.9.9"}');
  expect(await isUpdateAvailable()).toBe(false);
});

test("an update is a greater version on the server", async () => {
  stubWorker({ version: "1.0.0" });
  stubServerResponse('{"appVersion":"1.0.1"}');
  expect(await isUpdateAvailable()).toBe(true);
  stubServerResponse('{"appVersion":"1.0.0"}');
  expect(await isUpdateAvailable()).toBe(false);
});

test("a failed check reports no update", async () => {
  stubWorker("1.0.0");
  stubServerResponse("<html>", 502);
  expect(await isUpdateAvailable()).toBe(false);
});
