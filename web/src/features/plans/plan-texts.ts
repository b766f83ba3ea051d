import { ApiError, getErrorMessage } from "../../api/errors";
import type { NextPayment } from "../../api/generated/NextPayment";
import type { Plan } from "../../api/generated/Plan";
import type { PlanPreview } from "../../api/generated/PlanPreview";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import type { Rules } from "../../rules/rules";

/** How the rules write an amount and a day. */
export type TextFormats = Pick<Rules, "gbp" | "dateLong">;

/** A price as people say it: whole pounds without their pence. */
export const formatPlanPrice = (amount: string, gbp: TextFormats["gbp"]): string =>
  gbp(amount).replace(/\.00$/, "");

const isAboveZero = (amount: string) => Number(amount) > 0;

/** What a plan would cost: now, and from when on each month. */
export function describePlanCosts(
  { chargedNow, monthly, from, prorationDate }: PlanPreview,
  { gbp, dateLong }: TextFormats,
): string {
  const monthlyPrice = `${formatPlanPrice(monthly, gbp)} a month`;
  const now = isAboveZero(chargedNow) ? `${formatPlanPrice(chargedNow, gbp)} today` : "Nothing today";
  // It is bought for the first time, and its first month is paid there and then.
  if (prorationDate === null && isAboveZero(chargedNow)) return `${now}, and then ${monthlyPrice}.`;
  return `${now}, then ${monthlyPrice} from ${dateLong(from)}.`;
}

/** What is left of the dearer plan's month; null where there is nothing. */
export const describePlanCredit = (
  { credited }: PlanPreview,
  { gbp }: Pick<TextFormats, "gbp">,
): string | null =>
  isAboveZero(credited)
    ? `We take the ${gbp(credited)} you paid for the rest of this month off your next payments.`
    : null;

/** Whether a plan was chosen in the trial, and nothing was paid yet. */
export const isChosenInTrial = (
  answer: SubscriptionResponse,
  rules: Pick<Rules, "nextPlanPayment">,
): boolean => answer.standing.is === "paying" && calculateNextPayment(answer, rules).isFirst;

/** How it is paid, where it is: what is paid for, what comes next, and when. */
export function describePlanPayments(
  answer: SubscriptionResponse,
  rules: TextFormats & Pick<Rules, "plusDays" | "nextPlanPayment">,
): string | null {
  const { gbp, dateLong, plusDays } = rules;
  const { standing, price: monthly, trialTo, paidTo } = answer;
  if (standing.is === "trial")
    return `You have all of Plus until ${dateLong(standing.to)}. You don’t need a card for that.`;
  if (standing.is === "ending")
    return "You won’t pay anything more, and everything stays as it is until then.";
  if (standing.is !== "paying" || monthly === null || paidTo === null) return null;
  const { isFirst, credit } = calculateNextPayment(answer, rules);
  const monthlyPrice = formatPlanPrice(monthly, gbp);
  const sum = isAboveZero(credit) ? `${monthlyPrice}, less your credit of ${gbp(credit)},` : monthlyPrice;
  const next = dateLong(answer.nextPayment ?? plusDays(paidTo, 1));
  if (trialTo !== null && isFirst)
    return `Your free trial lasts until ${dateLong(trialTo)}, with all of Plus. The first payment of ${sum} is on ${next}.`;
  return `Paid until ${dateLong(paidTo)}. The next payment of ${sum} is on ${next}.`;
}

/** Core's word on the next payment. */
const calculateNextPayment = (
  { trialTo, paidTo, invoices }: SubscriptionResponse,
  { nextPlanPayment }: Pick<Rules, "nextPlanPayment">,
): NextPayment =>
  nextPlanPayment(
    trialTo ?? "",
    paidTo ?? "",
    invoices.map(({ amount }) => amount),
  );

/** Said beside another plan where the one in hand is cancelled: choosing takes that back. */
export const CANCELLATION_UNDONE_TEXT =
  "Your plan will no longer be cancelled, and will carry on each month.";

/** Why no other plan can be chosen after a payment that failed; the server refuses it with the same words. */
export const CARD_PROBLEM_TEXT = "Your last payment failed. Update your card first, then change your plan.";

/** What went wrong, in a sentence: the server's own where it speaks of Stripe, which says that nothing was changed. */
export const describePlanError = (error: unknown): string =>
  error instanceof ApiError && error.code.startsWith("plans_") ? error.message : getErrorMessage(error);

/** What another plan brings, or takes away. */
export function describePlanDifference(current: SubscriptionResponse, plan: Plan): string {
  const hasPlan = current.features.length > 0;
  // In the trial they are there already.
  if (plan === "plus")
    return `Card payments, reports, AI descriptions and priority support ${hasPlan ? "stay included" : "are included straight away"}.`;
  return hasPlan
    ? "Core doesn’t include card payments, reports, AI descriptions or priority support. You can still read and export what you made with them."
    : "Quotes, invoices, customers, expenses and everything else in Core.";
}
