import { expect, test } from "vitest";
import type { PlanPreview } from "../../api/generated/PlanPreview";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import { loadRules } from "../../rules/rules";
import { hasPaidPlan } from "./mutations";
import {
  describePlanCosts,
  describePlanCredit,
  describePlanDifference,
  describePlanPayments,
  isChosenInTrial,
} from "./plan-texts";

const rules = await loadRules();

const preview = (more: Partial<PlanPreview>): PlanPreview => ({
  plan: "plus",
  chargedNow: "0.00",
  credited: "0.00",
  monthly: "20.00",
  from: "2026-12-01",
  prorationDate: 1_795_000_000,
  ...more,
});

const answer = (more: Partial<SubscriptionResponse>): SubscriptionResponse => ({
  plan: "plus",
  planName: "Plus",
  standing: { is: "paying" },
  sentence: null,
  mayWrite: true,
  price: "20.00",
  features: ["aiDescriptions", "cardPayments", "reports", "prioritySupport"],
  trialTo: "2026-11-10",
  paidTo: "2026-11-30",
  nextPayment: "2026-12-01",
  cancelled: false,
  hasPortal: true,
  plans: [],
  invoices: [],
  ...more,
});

test("says what a change of plan costs now and from the next payment", () => {
  expect(describePlanCosts(preview({ chargedNow: "3.21" }), rules)).toBe(
    "£3.21 today, then £20 a month from 1 Dec 2026.",
  );
  const smaller = preview({ monthly: "15.00", credited: "2.50" });
  expect(describePlanCosts(smaller, rules)).toBe("Nothing today, then £15 a month from 1 Dec 2026.");
  expect(describePlanCredit(smaller, rules)).toBe(
    "We take the £2.50 you paid for the rest of this month off your next payments.",
  );
  expect(describePlanCredit(preview({}), rules)).toBeNull();
});

test("charges the first month when a plan is bought, or at the end of the trial", () => {
  const first = preview({ chargedNow: "20.00", from: "2026-11-26", prorationDate: null });
  expect(describePlanCosts(first, rules)).toBe("£20 today, and then £20 a month.");
  expect(describePlanCosts(preview({ prorationDate: null }), rules)).toBe(
    "Nothing today, then £20 a month from 1 Dec 2026.",
  );
});

test("says until when a plan is paid for, and when the next payment is", () => {
  expect(describePlanPayments(answer({}), rules)).toBe(
    "Paid until 30 Nov 2026. The next payment of £20 is on 1 Dec 2026.",
  );
  // The credit left over from a change to a cheaper plan reduces the price until something is paid.
  const invoicesOf = (...amounts: string[]) =>
    amounts.map((amount, at) => ({ number: `${at}`, date: "2026-11-20", amount, paid: true, link: "" }));
  const credited = answer({ price: "15.00", invoices: invoicesOf("-2.50", "20.00") });
  expect(describePlanPayments(credited, rules)).toBe(
    "Paid until 30 Nov 2026. The next payment of £15, less your credit of £2.50, is on 1 Dec 2026.",
  );
  expect(describePlanPayments(answer({ invoices: invoicesOf("12.50", "-2.50", "20.00") }), rules)).toMatch(
    /payment of £20 is/,
  );
  // A period ends at a certain hour, so the last paid day may also be the day of the next payment.
  expect(describePlanPayments(answer({ nextPayment: "2026-11-30" }), rules)).toMatch(
    /until 30 Nov 2026.* is on 30 Nov 2026\.$/,
  );
  // A plan chosen on the trial's last day is first charged a little later: Stripe requires two days.
  const chosen = answer({ trialTo: "2026-11-28", plan: "core", price: "15.00" });
  expect(isChosenInTrial(chosen, rules)).toBe(true);
  expect(describePlanPayments(chosen, rules)).toBe(
    "Your free trial lasts until 28 Nov 2026, with all of Plus. The first payment of £15 is on 1 Dec 2026.",
  );
  expect(isChosenInTrial(answer({}), rules)).toBe(false);
  expect(describePlanPayments(answer({ standing: { is: "lapsed", why: "cancelled" } }), rules)).toBeNull();
});

test("says which features a change of plan adds, retains or loses", () => {
  expect(describePlanDifference(answer({}), "core")).toMatch(
    /You can still read and export what you made with them\.$/,
  );
  expect(describePlanDifference(answer({ features: [] }), "core")).not.toMatch(/doesn’t include/);
  expect(describePlanDifference(answer({ features: [] }), "plus")).toMatch(/are included straight away\.$/);
  expect(
    describePlanDifference(answer({ standing: { is: "trial", to: "2026-12-01", daysLeft: 5 } }), "plus"),
  ).toMatch(/stay included\.$/);
  expect(hasPaidPlan(answer({ standing: { is: "grace", to: "2026-12-01" } }))).toBe(true);
  expect(hasPaidPlan(answer({ standing: { is: "trial", to: "2026-12-01", daysLeft: 5 } }))).toBe(false);
});
