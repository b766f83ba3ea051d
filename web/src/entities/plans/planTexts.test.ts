import { expect, test } from "vitest";
import type { AccountState } from "../../api/generated/AccountState";
import { describeLapsedPlan, getPlanLinkLabel, getPlanNotice, hasPlanNotice } from "./planTexts";

const trial = (daysLeft: number): AccountState => ({ is: "trial", to: "2026-12-01", daysLeft });
const say = (standing: AccountState, sentence: string | null, today: string) =>
  getPlanNotice({ standing, sentence }, today, (date) => `<${date}>`);

test("the trial has a notice from three days before its end, in the server's own sentence", () => {
  expect(say(trial(4), "4 days left.", "2026-11-27")).toBeNull();
  expect(say(trial(3), "3 days left.", "2026-11-28")).toBe("3 days left.");
  expect(say(trial(0), "The last day.", "2026-12-01")).toBe("The last day.");
});

test("a notice cached on another day names the date, and counts no days", () => {
  expect(say(trial(12), "12 days left.", "2026-11-30")).toBe("Your free trial lasts until <2026-12-01>.");
  expect(say(trial(12), "12 days left.", "2026-12-02")).toBe("Your free trial ended on <2026-12-01>.");
});

test("a failed card and a lapse have a notice, but a paid plan does not", () => {
  expect(say({ is: "grace", to: "2026-12-01" }, "Your last payment failed.", "2026-11-26")).toBe(
    "Your last payment failed.",
  );
  expect(say({ is: "lapsed", why: "trial" }, "Your free trial is over.", "2026-11-26")).toBe(
    "Your free trial is over.",
  );
  for (const standing of [
    { is: "paying" },
    { is: "selfhosted" },
    { is: "ending", to: "2026-12-01" },
  ] as const) {
    expect(hasPlanNotice({ standing, sentence: "Something." }, "2026-11-26")).toBe(false);
  }
});

test("the link leads to the plans, or to the card that failed", () => {
  expect(getPlanLinkLabel({ standing: trial(3) })).toBe("See plans");
  // Once Stripe has given up collecting, updating the card doesn't help.
  expect(getPlanLinkLabel({ standing: { is: "lapsed", why: "givenUp" } })).toBe("Choose a plan");
  expect(describeLapsedPlan({ standing: { is: "lapsed", why: "givenUp" } })).toMatch(/choose a plan\.$/);
  expect(getPlanLinkLabel({ standing: { is: "lapsed", why: "cancelled" } })).toBe("Choose a plan");
  expect(getPlanLinkLabel({ standing: { is: "grace", to: "2026-12-01" } })).toBe("Update your card");
  expect(describeLapsedPlan({ standing: { is: "lapsed", why: "unpaid" } })).toMatch(/update your card\.$/);
  expect(describeLapsedPlan({ standing: { is: "lapsed", why: "trial" } })).toMatch(/choose a plan\.$/);
});
