import { expect, test } from "vitest";
import { ApiError } from "../../api/errors";
import { mustReadAgain, readOf } from "./read";

test("the same version under another agreed total was not read", () => {
  const page = { version: "a1", agreed: "478.10" };
  expect(readOf(page)).toBe(readOf({ ...page }));
  expect(readOf(page)).not.toBe(readOf({ ...page, agreed: "490.10" }));
  expect(readOf(page)).not.toBe(readOf({ ...page, version: "b2" }));
  expect(readOf({ version: "a1" })).toBe("a1");
});

test("what is refused for it is to be read again", () => {
  const refused = (code: string) => new ApiError(409, "Read it again.", code, [], undefined);
  expect(["document_changed", "agreed_changed"].map(refused).every(mustReadAgain)).toBe(true);
  expect(mustReadAgain(refused("job_changed"))).toBe(false);
  expect(mustReadAgain(null)).toBe(false);
});
