import { expect, test, vi } from "vitest";
import { ApiError } from "../../api/errors";
import { PasswordNotGiven, passwordRequests, withPassword } from "./ConfirmPasswordDialog";

const required = () => new ApiError(403, "Please enter your password", "password_required", [], {});
const asked = () => vi.waitUntil(() => passwordRequests.snapshot());

test("a write that needs no password asks for none", async () => {
  expect(await withPassword("save", async () => 1)).toBe(1);
  expect(passwordRequests.snapshot()).toBeNull();
});

test("a write that needs the password runs again once it is given", async () => {
  const write = vi.fn().mockRejectedValueOnce(required()).mockResolvedValue("done");
  const answer = withPassword("change bank details", write);
  const question = await asked();
  expect(question?.purpose).toBe("change bank details");
  question?.resolve(true);
  expect(await answer).toBe("done");
  expect(write).toHaveBeenCalledTimes(2);
  expect(passwordRequests.snapshot()).toBeNull();
});

test("a closed dialog means that nothing is written", async () => {
  const write = vi.fn().mockRejectedValue(required());
  const answer = withPassword("save", write);
  (await asked())?.resolve(false);
  await expect(answer).rejects.toBeInstanceOf(PasswordNotGiven);
  expect(write).toHaveBeenCalledTimes(1);
});

test("other errors are passed on", async () => {
  const refused = new ApiError(422, "No", "rule_broken", [], {});
  await expect(withPassword("save", () => Promise.reject(refused))).rejects.toBe(refused);
});
