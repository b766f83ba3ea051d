// @vitest-environment window
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { ApiError, NetworkError } from "../../api/errors";
import { post, setWriteTransport } from "../../api/requests";
import { setCurrentAccount } from "../current-account";
import { refuseWritesBy, writeWithLog } from "./logged-writes";
import { registerOfflineMutations } from "./offline-mutations";
import { sender } from "./sender";
import { WAITING_FORMAT, type WaitingChange } from "./waiting-change";
import { waitingLog } from "./waiting-log";

/**
 * Lets everything finish that doesn't wait for the server; the log is in memory, so one turn of the event
 * loop is enough.
 */
const waitForImmediate = () => new Promise<void>((done) => setImmediate(done));

/** A server for an account without a plan: it refuses everything but payments. */
const server = { mayWrite: false, asked: [] as string[], made: [] as string[], until: Promise.resolve() };

const createResponse = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });

const LAPSED = { message: "Your free trial is over. Choose a plan to carry on.", code: "plan_lapsed" };

registerOfflineMutations(
  {
    method: "POST",
    path: "/api/contacts",
    thing: (write) => ({ sort: "contact", id: (write.body as { id: string }).id }),
    label: () => "New customer",
    respond: (write) => write.body,
  },
  {
    method: "POST",
    path: "/api/invoices/{id}/payments",
    thing: () => ({ sort: "invoice", id: "i" }),
    label: () => "Payment",
    respond: () => ({}),
    isAllowedWhenLapsed: true,
  },
);

const createContactWrite = (id: string): Omit<WaitingChange, "order"> => ({
  account: "ada",
  key: `key-${id}`,
  format: WAITING_FORMAT,
  write: { method: "POST", path: "/api/contacts", body: { id } },
  thing: { sort: "contact", id },
  label: `New customer: ${id}`,
  at: 1,
  problem: null,
});

const payment: Omit<WaitingChange, "order"> = {
  ...createContactWrite("p"),
  write: { method: "POST", path: "/api/invoices/{id}/payments", params: { id: "i" }, body: { amount: "1" } },
  thing: { sort: "invoice", id: "i" },
};

beforeEach(async () => {
  server.mayWrite = false;
  server.asked = [];
  server.made = [];
  server.until = Promise.resolve();
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    server.asked.push(url);
    if (url.endsWith("/contacts")) server.made.push(JSON.parse(String(init.body)).id);
    await server.until;
    return server.mayWrite || url.endsWith("/payments")
      ? createResponse(200, {})
      : createResponse(402, LAPSED);
  });
  setCurrentAccount("ada");
  await waitingLog.open("ada");
});
afterEach(async () => {
  await waitingLog.remove((await waitingLog.all()).map(({ order }) => order));
  refuseWritesBy(async () => null);
  vi.unstubAllGlobals();
});

it("keeps what is refused for want of a plan, without asking for each, and lets payments pass", async () => {
  await waitingLog.add(createContactWrite("a"));
  await waitingLog.add(createContactWrite("b"));
  await waitingLog.add(payment);
  await sender.run();
  const left = await waitingLog.all();
  expect(left.map(({ thing, problem, needsPlan }) => [thing.id, problem, needsPlan])).toEqual([
    ["a", null, true],
    ["b", null, true],
  ]);
  expect(server.asked.filter((url) => url.endsWith("/contacts"))).toHaveLength(1);
});

it("sends it by itself once you have a plan", async () => {
  await waitingLog.add({ ...createContactWrite("a"), needsPlan: true });
  await waitingLog.add({ ...createContactWrite("b"), needsPlan: true });
  server.mayWrite = true;
  await sender.run();
  expect(await waitingLog.all()).toEqual([]);
});

it("sends nothing twice if a document needs a change that is already on its way", async () => {
  server.mayWrite = true;
  let answers = () => {};
  server.until = new Promise((done) => {
    answers = done;
  });
  for (const id of ["a", "b", "c"]) await waitingLog.add(createContactWrite(id));
  const all = sender.run();
  await vi.waitFor(() => expect(server.made).toEqual(["a"]));
  let isThere = false;
  const ahead = Promise.all([sender.sendReferenced(), sender.sendReferenced()]).then(() => {
    isThere = true;
  });
  await waitForImmediate();
  expect([server.made, isThere]).toEqual([["a"], false]);
  answers();
  await Promise.all([all, ahead]);
  expect(server.made).toEqual(["a", "b", "c"]);
  expect(await waitingLog.all()).toEqual([]);
});

it("fails with a NetworkError if a change already on its way does not reach the server", async () => {
  let fails = (_cause: Error) => {};
  server.until = new Promise((_done, failed) => {
    fails = failed;
  });
  await waitingLog.add(createContactWrite("a"));
  const all = sender.run();
  await vi.waitFor(() => expect(server.made).toEqual(["a"]));
  const ahead = expect(sender.sendReferenced()).rejects.toBeInstanceOf(NetworkError);
  await waitForImmediate();
  fails(new TypeError("Failed to fetch"));
  await Promise.all([all, ahead]);
  expect(server.made).toEqual(["a"]);
  expect((await waitingLog.all()).map(({ thing }) => thing.id)).toEqual(["a"]);
});

/** What a server, or something before it, responds when a change may be accepted later. */
const NOT_NOW: [row: string, respond: () => Response][] = [
  ["an ended session", () => createResponse(401, { message: "Please log in." })],
  ["a request that took too long", () => createResponse(408, { message: "Too slow." })],
  ["a busy server", () => createResponse(429, { message: "Please wait.", code: "too_many_requests" })],
  ["a failing server", () => createResponse(500, { message: "deadlock detected" })],
  ["a gateway without a server", () => createResponse(502, {})],
  ["a restarting server", () => createResponse(503, { message: "Back in a moment." })],
  ["a gateway that waited too long", () => createResponse(504, {})],
  ["a gateway's own page", () => new Response("<h1>Bad gateway</h1>", { status: 502 })],
  ["a hotel's login page", () => new Response("<h1>Welcome</h1>", { status: 200 })],
  ["a hotel's refusal", () => new Response("<h1>Log in first</h1>", { status: 403 })],
];

it.each(NOT_NOW)("keeps everything after %s, asks once, and sends it by itself later", async (_, respond) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const asked: string[] = [];
  let isReady = false;
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    return isReady ? createResponse(200, {}) : respond();
  });
  await waitingLog.add(createContactWrite("a"));
  await waitingLog.add(createContactWrite("b"));
  await waitingLog.add(payment);
  await sender.run();
  const left = await waitingLog.all();
  expect(left.map(({ thing, problem, needsPlan }) => [thing.id, problem, needsPlan])).toEqual([
    ["a", null, undefined],
    ["b", null, undefined],
    ["i", null, undefined],
  ]);
  expect(asked).toHaveLength(1);
  isReady = true;
  // The longest time between two attempts.
  await vi.advanceTimersByTimeAsync(60_000);
  await vi.waitFor(async () => expect(await waitingLog.all()).toEqual([]));
  expect(asked).toHaveLength(4);
});

it.each([400, 403, 404, 409, 410, 413, 415, 422])(
  "puts a change that is refused with %i aside, and sends what doesn't depend on it",
  async (status) => {
    const message = "Enter a name.";
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      server.asked.push(url);
      return String(init.body).includes('"a"')
        ? createResponse(status, { message, code: "refused" })
        : createResponse(200, {});
    });
    await waitingLog.add(createContactWrite("a"));
    await waitingLog.add(createContactWrite("b"));
    await sender.run();
    await sender.run();
    const left = await waitingLog.all();
    expect(left.map(({ thing, problem }) => [thing.id, problem])).toEqual([
      ["a", { message, code: "refused", status }],
    ]);
    expect(server.asked).toHaveLength(2);
  },
);

it.each([
  ["an unknown path", 404, { message: "Path not found" }],
  ["an unknown method", 405, { message: "Method not allowed" }],
  ["an unknown field", 422, { message: "No", code: "unknown_field" }],
])("keeps a change for a newer server after %s", async (_, status, body) => {
  vi.stubGlobal("fetch", async () => createResponse(status, body));
  await waitingLog.add(createContactWrite("a"));
  await sender.run();
  const left = await waitingLog.all();
  expect(left.map(({ problem, isUnknown }) => [problem, isUnknown])).toEqual([[null, true]]);
});

it("shows nothing as on its way once the referenced changes have been sent", async () => {
  server.mayWrite = true;
  await waitingLog.add(createContactWrite("a"));
  await sender.sendReferenced();
  expect(sender.snapshot()).toEqual({ order: null, thing: null });
});

it("stores no new changes once a lapse is known, except payments", async () => {
  const before = setWriteTransport(writeWithLog);
  const refusal = new ApiError(402, LAPSED.message, LAPSED.code, [], LAPSED);
  refuseWritesBy(async () => refusal);
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("Failed to fetch")));
  const body = { id: "c", name: "Dave" } as never;
  await expect(post("/api/contacts", { body })).rejects.toBe(refusal);
  await post("/api/invoices/{id}/payments", { params: { id: "i" }, body: { amount: "1" } as never });
  expect((await waitingLog.all()).map(({ thing }) => thing.sort)).toEqual(["invoice"]);
  setWriteTransport(before);
});
