// @vitest-environment window
// What happens to a waiting write after each response: nothing is lost, sent twice or sent out of order.
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setCurrentAccount } from "../current-account";
import { registerOfflineMutations } from "./offline-mutations";
import { sender } from "./sender";
import { WAITING_FORMAT, type WaitingChange } from "./waiting-change";
import { waitingLog } from "./waiting-log";

interface SentWrite {
  method: string;
  path: string;
  key: string | null;
  body: Record<string, unknown>;
}

const server: { sent: SentWrite[]; says: (sent: SentWrite) => [status: number, body: object] | "lost" } = {
  sent: [],
  says: () => [200, {}],
};

const entity = { sort: "thing", id: "" };
registerOfflineMutations(
  {
    method: "POST",
    path: "/api/contacts",
    thing: ({ body }) => ({ ...entity, id: (body as { id: string }).id }),
    label: () => "New",
    respond: ({ body }) => body,
  },
  {
    method: "PUT",
    path: "/api/contacts/{id}",
    thing: ({ params }) => ({ ...entity, id: String(params?.id) }),
    label: () => "Changed",
    respond: ({ body }) => body,
  },
);

const createCreation = (id: string, more: Partial<WaitingChange> = {}): Omit<WaitingChange, "order"> => ({
  account: "ada",
  key: `made-${id}`,
  format: WAITING_FORMAT,
  write: { method: "POST", path: "/api/contacts", body: { id, name: id } },
  thing: { ...entity, id },
  label: `New customer: ${id}`,
  at: 1,
  problem: null,
  ...more,
});

const createChange = (id: string, body: object, base?: object): Omit<WaitingChange, "order"> => ({
  ...createCreation(id),
  key: `changed-${id}`,
  write: { method: "PUT", path: "/api/contacts/{id}", params: { id }, body },
  base,
});

beforeEach(async () => {
  server.sent = [];
  server.says = () => [200, {}];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const { pathname } = new URL(url, location.href);
    const headers = new Headers(init.headers);
    const sent: SentWrite = {
      method: String(init.method),
      path: pathname,
      key: headers.get("Idempotency-Key"),
      body: JSON.parse(String(init.body)),
    };
    server.sent.push(sent);
    const says = server.says(sent);
    if (says === "lost") throw new TypeError("Failed to fetch");
    const [status, body] = says;
    return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
  });
  setCurrentAccount("ada");
  await waitingLog.open("ada");
});
afterEach(async () => {
  await waitingLog.remove((await waitingLog.all()).map(({ order }) => order));
  vi.unstubAllGlobals();
});

const listSentKeys = () => server.sent.map(({ key }) => key);
const listWaitingKeys = async () => (await waitingLog.all()).map(({ key }) => key);

it("sends what waits in its order, each under its own key", async () => {
  for (const id of ["c", "a", "b"]) await waitingLog.add(createCreation(id));
  await sender.run();
  expect(listSentKeys()).toEqual(["made-c", "made-a", "made-b"]);
  expect(await listWaitingKeys()).toEqual([]);
});

it("sets aside what is refused, with what the server says, and what comes behind it of the same thing", async () => {
  await waitingLog.add(createCreation("a"));
  await waitingLog.add(createChange("a", { version: 1, name: "A" }));
  await waitingLog.add(createCreation("b"));
  const errors = [
    { path: "name", code: "x", msg: "Too long." },
    { path: "email", code: "x", msg: "No address." },
  ];
  server.says = ({ key }) => (key === "made-a" ? [422, { message: "No", code: "rule", errors }] : [200, {}]);
  await sender.run();
  expect(listSentKeys()).toEqual(["made-a", "made-b"]);
  expect(await listWaitingKeys()).toEqual(["made-a", "changed-a"]);
  const [refused] = await waitingLog.all();
  expect(refused?.problem).toMatchObject({ message: "Too long. No address.", code: "rule", status: 422 });
  // It isn't sent again automatically.
  await sender.run();
  expect(listSentKeys()).toEqual(["made-a", "made-b"]);
});

it("keeps what did not arrive, under the same key, and sends nothing after it", async () => {
  await waitingLog.add(createCreation("a"));
  await waitingLog.add(createCreation("b"));
  server.says = () => "lost";
  await sender.run();
  expect(await listWaitingKeys()).toEqual(["made-a", "made-b"]);
  expect(listSentKeys()).toEqual(["made-a"]);
  server.says = () => [200, {}];
  await sender.run();
  expect(listSentKeys().slice(1)).toEqual(["made-a", "made-b"]);
  expect(await listWaitingKeys()).toEqual([]);
});

it("counts as done if the server says that it was already done", async () => {
  await waitingLog.add(createCreation("a"));
  const arrived: string[] = [];
  const stop = sender.onArrived(({ key }) => void arrived.push(key));
  server.says = () => [409, { message: "Done", code: "already_done" }];
  await sender.run();
  stop();
  expect([await listWaitingKeys(), arrived]).toEqual([[], ["made-a"]]);
});

it.each<[string, number, object]>([
  ["a path", 404, { message: "Path not found" }],
  ["a method", 405, { message: "No" }],
  ["a field", 422, { message: "No", code: "unknown_field" }],
])("waits for a newer server if this one does not know %s", async (_, status, body) => {
  await waitingLog.add(createCreation("a"));
  server.says = () => [status, body];
  await sender.run();
  expect((await waitingLog.all()).map(({ problem, isUnknown }) => [problem, isUnknown])).toEqual([
    [null, true],
  ]);
});

it("says so if the changed record is gone", async () => {
  await waitingLog.add(createChange("a", { version: 1, name: "A" }));
  server.says = () => [404, { message: "There is no such contact.", code: "not_found" }];
  await sender.run();
  const [refused] = await waitingLog.all();
  expect(refused?.problem).toMatchObject({ message: "There is no such contact.", status: 404 });
});

it("creates the record under another id if its own was taken meanwhile", async () => {
  await waitingLog.add(createCreation("a"));
  server.says = ({ body }) => (body.id === "a" ? [409, { message: "Taken", code: "id_taken" }] : [200, {}]);
  await sender.run();
  expect(server.sent.map(({ body }) => body.name)).toEqual(["a", "a"]);
  expect(server.sent[1]?.body.id).not.toBe("a");
  expect(new Set(listSentKeys()).size).toBe(2);
  expect(await listWaitingKeys()).toEqual([]);
});

const current = { version: 7, name: "Jo", phone: "0113 1", email: "new@jo.example" };

it("merges a change made here with one made elsewhere", async () => {
  const base = { version: 3, name: "Jo", phone: "", email: "" };
  await waitingLog.add(createChange("a", { ...base, phone: "0113 9" }, { ...base }));
  const there = { ...current, phone: "" };
  server.says = ({ body }) =>
    body.version === 7 ? [200, {}] : [409, { message: "Stale", code: "stale_version", current: there }];
  await sender.run();
  expect(server.sent[1]?.body).toEqual({ ...there, phone: "0113 9" });
  expect(server.sent[1]?.key).not.toBe(server.sent[0]?.key);
  expect(await listWaitingKeys()).toEqual([]);
});

it("asks about what both changed, and sends nothing before that is answered", async () => {
  const base = { version: 3, name: "Jo", phone: "", email: "" };
  await waitingLog.add(createChange("a", { ...base, phone: "0113 9" }, { ...base }));
  server.says = () => [409, { message: "Stale", code: "stale_version", current }];
  await sender.run();
  expect(server.sent).toHaveLength(1);
  const [asked] = await waitingLog.all();
  expect(asked?.problem).toMatchObject({
    asks: [{ field: "phone", theirs: "0113 1", mine: "0113 9" }],
    current,
  });
});

it("leaves another person's work, and a newer app's, where it is", async () => {
  await waitingLog.add(createCreation("a", { account: "bea" }));
  await waitingLog.add(createCreation("b", { format: WAITING_FORMAT + 1 }));
  await waitingLog.add(createCreation("c"));
  await sender.run();
  expect(listSentKeys()).toEqual(["made-c"]);
  expect(await listWaitingKeys()).toEqual(["made-b"]);
  expect((await waitingLog.listForAccount("bea")).map(({ key }) => key)).toEqual(["made-a"]);
  await waitingLog.remove((await waitingLog.listForAccount("bea")).map(({ order }) => order));
});
