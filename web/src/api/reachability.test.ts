import { expect, test } from "vitest";
import { ApiError, NetworkError } from "./errors";
import { isRetryableError, isUnreachedError } from "./reachability";

const createError = (status: number, code: string, body: unknown = { message: "", code }) =>
  new ApiError(status, "", code, [], body);

test("a gateway without a server, another site's page and a missing response count as unreached", () => {
  expect(isUnreachedError(createError(502, ""))).toBe(true);
  expect(isUnreachedError(createError(200, "", null))).toBe(true);
  expect(isUnreachedError(new NetworkError(false))).toBe(true);
  expect(isUnreachedError(createError(422, "rule_broken"))).toBe(false);
});

test("the server's own error about Stripe counts as reached, and can be retried", () => {
  expect(isUnreachedError(createError(502, "plans_unavailable"))).toBe(false);
  expect(isUnreachedError(createError(503, "plans_mispriced"))).toBe(false);
  expect(isRetryableError(createError(502, "plans_unavailable"))).toBe(true);
});
