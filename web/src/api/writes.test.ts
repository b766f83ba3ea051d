import { afterEach, beforeEach, expect, test } from "vitest";
import { ApiError, NetworkError } from "./errors";
import type { ItemInput } from "./generated/ItemInput";
import { type KeyedWriteRequest, post, put, setWriteTransport, type WriteTransport } from "./requests";

let sent: KeyedWriteRequest[] = [];
let responses: (() => unknown)[] = [];
let previousTransport: WriteTransport;

beforeEach(() => {
  sent = [];
  responses = [];
  previousTransport = setWriteTransport(async (write) => {
    sent.push(write);
    return responses.shift()?.();
  });
});

afterEach(() => {
  setWriteTransport(previousTransport);
});

const failToReach = () => {
  throw new NetworkError(false);
};
const refuseWith = (status: number) => () => {
  throw new ApiError(status, "", "", [], undefined);
};
const slab: ItemInput = {
  name: "Slab",
  description: "",
  price: "12.50",
  cost: "",
  unit: "",
  code: "",
  category: "",
  favourite: false,
  quantity: "1",
  includeLabour: false,
  labourHours: "",
  labourRate: "",
  labourUnitType: "hours",
  vat: null,
  costType: "materials",
};
const getSentKeys = () => sent.map((write) => write.key);

test("a write repeated after a lost response keeps its key", async () => {
  responses = [failToReach, failToReach];
  const pay = () =>
    post("/api/invoices/{id}/payments", { params: { id: "1" }, body: { amount: "10.00", method: "cash" } });
  await expect(pay()).rejects.toBeInstanceOf(NetworkError);
  await expect(pay()).rejects.toBeInstanceOf(NetworkError);
  await pay();
  expect(new Set(getSentKeys()).size).toBe(1);
});

test("a deliberate repeat of a finished write is a new write", async () => {
  const pay = () =>
    post("/api/invoices/{id}/payments", { params: { id: "1" }, body: { amount: "10.00", method: "cash" } });
  await pay();
  await pay();
  expect(new Set(getSentKeys()).size).toBe(2);
});

test("a refusal is final, a failing server is not", async () => {
  responses = [refuseWith(503), refuseWith(429), refuseWith(422)];
  const save = () =>
    put("/api/items/{id}", { params: { id: "1" }, body: { version: 1, ...slab } }).catch(() => undefined);
  await save();
  await save();
  await save();
  await save();
  const [first, second, third, fourth] = getSentKeys();
  expect(second).toBe(first);
  expect(third).toBe(first);
  expect(fourth).not.toBe(first);
});

test("another body is another write", async () => {
  responses = [failToReach];
  await post("/api/items", { body: slab }).catch(() => undefined);
  await post("/api/items", { body: { ...slab, name: "Slabs" } });
  expect(new Set(getSentKeys()).size).toBe(2);
});

test("two presses at once share one key", async () => {
  await Promise.all([
    post("/api/quotes/{id}/send", { params: { id: "1" }, body: { via: "link" } }),
    post("/api/quotes/{id}/send", { params: { id: "1" }, body: { via: "link" } }),
  ]);
  expect(new Set(getSentKeys()).size).toBe(1);
});
