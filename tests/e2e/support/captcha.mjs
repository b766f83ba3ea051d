// The human check, solved as the widget solves it: by trying.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";

/** A solution of a fresh challenge, as it travels in recaptchaToken. */
export async function humanCheck(page) {
  const answer = await page.request.get("/api/auth/captcha");
  assert.equal(answer.status(), 200, `GET /api/auth/captcha: ${await answer.text()}`);
  const { algorithm, challenge, salt, maxnumber, signature } = await answer.json();
  for (let number = 0; number <= maxnumber; number += 1) {
    if (createHash("sha256").update(`${salt}${number}`).digest("hex") !== challenge) continue;
    return Buffer.from(JSON.stringify({ algorithm, challenge, number, salt, signature })).toString("base64");
  }
  throw new Error("the challenge has no solution");
}

/** Waits until the widget on the page has done its work. */
export function checked(page) {
  return page.locator('[data-captcha="passed"]').waitFor();
}
