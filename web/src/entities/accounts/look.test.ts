import { afterEach, expect, test, vi } from "vitest";
import { leaveEndedSupportAccess } from "./queries";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("ending support access is retried after a failure, and is done once for several callers", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(leaveEndedSupportAccess()).rejects.toThrow();
  vi.stubGlobal("fetch", async (url: string, { method }: RequestInit) => {
    asked.push(`${method} ${url}`);
    return new Response(null, { status: 204 });
  });
  const gone: string[] = [];
  const went = new Promise<void>((done) => {
    const go = (address: string) => {
      gone.push(address);
      done();
    };
    void leaveEndedSupportAccess(go);
    void leaveEndedSupportAccess(go);
  });
  await went;
  expect(asked).toEqual(["POST /api/admin/leave"]);
  expect(gone).toEqual(["/admin/users?look=over"]);
});
