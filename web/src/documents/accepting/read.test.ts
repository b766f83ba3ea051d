import { expect, test } from "vitest";
import { ApiError } from "../../api/errors";
import { getReadVersion, mustReadAgain } from "./acceptance";

test("the same version with another agreed total counts as unread", () => {
  const page = { version: "a1", agreed: "478.10" };
  expect(getReadVersion(page)).toBe(getReadVersion({ ...page }));
  expect(getReadVersion(page)).not.toBe(getReadVersion({ ...page, agreed: "490.10" }));
  expect(getReadVersion(page)).not.toBe(getReadVersion({ ...page, version: "b2" }));
  expect(getReadVersion({ version: "a1" })).toBe("a1");
});

test("a quote that changed must be read again", () => {
  const refused = (code: string) => new ApiError(409, "Read it again.", code, [], undefined);
  expect(["document_changed", "agreed_changed"].map(refused).every(mustReadAgain)).toBe(true);
  expect(mustReadAgain(refused("job_changed"))).toBe(false);
  expect(mustReadAgain(null)).toBe(false);
});
