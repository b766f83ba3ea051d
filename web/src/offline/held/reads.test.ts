// @vitest-environment window
import "fake-indexeddb/auto";
import { afterEach, expect, test, vi } from "vitest";
import { NetworkError } from "../../api/errors";
import { nowIs } from "../who";
import { heldReads } from "./reads";

afterEach(() => {
  nowIs(null);
  vi.unstubAllGlobals();
});

/** Reads a path without signal, on a device that holds nothing. */
async function withoutSignal(path: string): Promise<unknown> {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  nowIs("ada");
  return await heldReads({ path, url: path } as Parameters<typeof heldReads>[0]);
}

test.each(["/api/business-profiles", "/api/contacts", "/api/items"])(
  "%s is empty without signal where nothing is held",
  async (path) => {
    expect(await withoutSignal(path)).toEqual([]);
  },
);

test("any other read says that the server was not reached", async () => {
  await expect(withoutSignal("/api/dashboard")).rejects.toBeInstanceOf(NetworkError);
});
