import { expect, test } from "vitest";
import { ApiError, NetworkError } from "./errors";
import { isForLater, isUnreached } from "./reach";

const answer = (status: number, code: string, body: unknown = { message: "", code }) =>
  new ApiError(status, "", code, [], body);

test("a gateway without a server, another's page and no answer are none of ours", () => {
  expect(isUnreached(answer(502, ""))).toBe(true);
  expect(isUnreached(answer(200, "", null))).toBe(true);
  expect(isUnreached(new NetworkError(false))).toBe(true);
  expect(isUnreached(answer(422, "rule_broken"))).toBe(false);
});

test("our server's word that Stripe does not answer is ours, and nobody is without signal for it", () => {
  expect(isUnreached(answer(502, "plans_unavailable"))).toBe(false);
  expect(isUnreached(answer(503, "plans_mispriced"))).toBe(false);
  expect(isForLater(answer(502, "plans_unavailable"))).toBe(true);
});
