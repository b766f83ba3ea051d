// @vitest-environment window
import "fake-indexeddb/auto";
import { afterEach, expect, test, vi } from "vitest";
import { NetworkError } from "../../api/errors";
import { setCurrentAccount } from "../current-account";
import { readWithCache } from "./cached-reads";

afterEach(() => {
  setCurrentAccount(null);
  vi.unstubAllGlobals();
});

/** Reads a path offline, on a device with nothing cached. */
async function readWithoutSignal(path: string): Promise<unknown> {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  setCurrentAccount("ada");
  return await readWithCache({ path, url: path } as Parameters<typeof readWithCache>[0]);
}

test.each(["/api/business-profiles", "/api/contacts", "/api/items"])(
  "%s is empty without signal if nothing is cached",
  async (path) => {
    expect(await readWithoutSignal(path)).toEqual([]);
  },
);

test("any other read says that the server was not reached", async () => {
  await expect(readWithoutSignal("/api/dashboard")).rejects.toBeInstanceOf(NetworkError);
});
