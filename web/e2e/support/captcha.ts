// The captcha, solved as the widget solves it: by trying.
import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import { type ApiClient, getJson } from "./seed.ts";

/** A solution of a fresh challenge, as it travels in recaptchaToken. */
export async function solveCaptcha(asker: ApiClient): Promise<string> {
  const { algorithm, challenge, salt, maxnumber, signature } = await getJson(asker, "/api/auth/captcha");
  for (let number = 0; number <= maxnumber; number += 1) {
    if (createHash("sha256").update(`${salt}${number}`).digest("hex") !== challenge) continue;
    return Buffer.from(JSON.stringify({ algorithm, challenge, number, salt, signature })).toString("base64");
  }
  throw new Error("the challenge has no solution");
}

/** Waits until the widget on the page has done its work. */
export function waitForCaptcha(page: Page): Promise<void> {
  return page.locator('[data-captcha="passed"]').waitFor();
}
