// @vitest-environment window
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isNewer, runningVersion, updateAvailable, VERSION_TIMEOUT } from "./update-check";

/** A running service worker that answers GET_VERSION with this, or not at all. */
function worker(answer?: unknown) {
  const controller = {
    postMessage: vi.fn((message: unknown, [port]: [MessagePort]) => {
      expect(message).toEqual({ type: "GET_VERSION" });
      if (answer !== undefined) port.postMessage(answer);
    }),
  };
  vi.stubGlobal("navigator", { ...navigator, serviceWorker: { controller } });
}

function serverSays(body: string, status = 200) {
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
  worker();
  const version = runningVersion();
  await vi.advanceTimersByTimeAsync(VERSION_TIMEOUT);
  expect(await version).toBe("unknown");
});

test("without a worker there is no update", async () => {
  serverSays('{"appVersion":"9.9.9"}');
  expect(await updateAvailable()).toBe(false);
});

test("an update is a greater version on the server", async () => {
  worker({ version: "1.0.0" });
  serverSays('{"appVersion":"1.0.1"}');
  expect(await updateAvailable()).toBe(true);
  serverSays('{"appVersion":"1.0.0"}');
  expect(await updateAvailable()).toBe(false);
});

test("a check that fails reports none", async () => {
  worker("1.0.0");
  serverSays("<html>", 502);
  expect(await updateAvailable()).toBe(false);
});
