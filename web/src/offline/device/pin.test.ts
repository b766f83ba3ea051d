import "fake-indexeddb/auto";
import { beforeEach, expect, test } from "vitest";
import { personOf, rememberSeen } from "./people";
import { forgetPinCheck, judgePin, MOST_WRONG, rememberPinCheck } from "./pin";

const ada = { id: "ada", email: "ada@example.com", name: "Ada" };

beforeEach(async () => {
  await forgetPinCheck("ada");
  await rememberSeen(ada, 1);
  await rememberPinCheck("ada", "7391");
});

test("a PIN is told without the server, and is kept nowhere", async () => {
  expect(await judgePin("ada", "7391")).toBe("right");
  expect(await judgePin("bob", "7391")).toBe("none");
  expect(JSON.stringify(await personOf("ada"))).not.toContain("7391");
});

test("five wrong ones in a row lock it, and the right one is no use then", async () => {
  for (let at = 1; at < MOST_WRONG; at += 1) expect(await judgePin("ada", "0000")).toBe("wrong");
  expect(await judgePin("ada", "7391")).toBe("right");
  for (let at = 1; at < MOST_WRONG; at += 1) expect(await judgePin("ada", "0000")).toBe("wrong");
  expect(await judgePin("ada", "0000")).toBe("locked");
  expect(await judgePin("ada", "7391")).toBe("locked");
  await rememberSeen(ada, 2);
  await rememberPinCheck("ada", "7391");
  expect(await judgePin("ada", "7391")).toBe("right");
}, 30_000);
