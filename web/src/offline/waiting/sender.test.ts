// @vitest-environment window
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
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
