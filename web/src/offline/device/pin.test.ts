import "fake-indexeddb/auto";
import { beforeEach, expect, test } from "vitest";
import { loadDeviceUser, recordSeenUser } from "./device-users";
import { clearPinHash, MAX_WRONG_PINS, savePinHash, verifyPin } from "./pin";

const ada = { id: "ada", email: "ada@example.com", name: "Ada" };

beforeEach(async () => {
  await clearPinHash("ada");
  await recordSeenUser(ada, 1);
  await savePinHash("ada", "7391");
});

test("a PIN is checked without the server, and stored nowhere", async () => {
  expect(await verifyPin("ada", "7391")).toBe("right");
  expect(await verifyPin("bob", "7391")).toBe("none");
  expect(JSON.stringify(await loadDeviceUser("ada"))).not.toContain("7391");
});

test("five wrong PINs in a row lock it, even for the right one", async () => {
  for (let at = 1; at < MAX_WRONG_PINS; at += 1) expect(await verifyPin("ada", "0000")).toBe("wrong");
  expect(await verifyPin("ada", "7391")).toBe("right");
  for (let at = 1; at < MAX_WRONG_PINS; at += 1) expect(await verifyPin("ada", "0000")).toBe("wrong");
  expect(await verifyPin("ada", "0000")).toBe("locked");
  expect(await verifyPin("ada", "7391")).toBe("locked");
  await recordSeenUser(ada, 2);
  await savePinHash("ada", "7391");
  expect(await verifyPin("ada", "7391")).toBe("right");
}, 30_000);

test("wrong PINs that are checked at the same time are all counted", async () => {
  await Promise.all(Array.from({ length: MAX_WRONG_PINS }, () => verifyPin("ada", "0000")));
  expect(await verifyPin("ada", "7391")).toBe("locked");
}, 30_000);
