import { expect, test } from "vitest";
import type { Profile } from "../../entities/profiles/profile";
import { describeNewlyWaiting } from "./WaitingDetailsBanner";

const waiting = (way: "bank" | "paypal", from: string, isFirst = false) => ({ way, from, isFirst });
const profile = (...all: ReturnType<typeof waiting>[]) => ({ waiting: all }) as unknown as Profile;

test("says from when customers see changed payment details", () => {
  const at = "29/11/2026 14:05";
  expect(describeNewlyWaiting(profile(), profile(waiting("bank", at)))).toBe(
    `Open invoices show the new bank details from ${at}.`,
  );
  expect(describeNewlyWaiting(profile(), profile(waiting("bank", at), waiting("paypal", at)))).toBe(
    `Open invoices show the new bank and PayPal details from ${at}.`,
  );
  expect(describeNewlyWaiting(undefined, profile(waiting("paypal", at, true)))).toBe(
    `Invoices you’ve already sent show the new PayPal details from ${at}.`,
  );
});

test("does not mention details that were already waiting, unless they changed again", () => {
  const before = profile(waiting("bank", "29/11/2026 14:05"));
  expect(describeNewlyWaiting(before, before)).toBeUndefined();
  expect(describeNewlyWaiting(before, profile())).toBeUndefined();
  expect(describeNewlyWaiting(before, profile(waiting("bank", "29/11/2026 14:20")))).toContain("14:20");
});
