import { ApiError, getErrorMessage } from "../../api/errors";
import type { NextPayment } from "../../api/generated/NextPayment";
import type { Plan } from "../../api/generated/Plan";
import type { PlanPreview } from "../../api/generated/PlanPreview";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import type { Rules } from "../../rules/rules";

/** The rules' formats for an amount and a day. */
export type TextFormats = Pick<Rules, "gbp" | "dateLong">;

/** Formats a plan's price: whole pounds without pence. */
export const formatPlanPrice = (amount: string, gbp: TextFormats["gbp"]): string =>
  gbp(amount).replace(/\.00$/, "");

const isAboveZero = (amount: string) => Number(amount) > 0;

/** What a plan would cost now, and each month from which day. */
export function describePlanCosts(
  { chargedNow, monthly, from, prorationDate }: PlanPreview,
  { gbp, dateLong }: TextFormats,
): string {
  const monthlyPrice = `${formatPlanPrice(monthly, gbp)} a month`;
  const now = isAboveZero(chargedNow) ? `${formatPlanPrice(chargedNow, gbp)} today` : "Nothing today";
  // Bought for the first time: the first month is paid at once.
  if (prorationDate === null && isAboveZero(chargedNow)) return `${now}, and then ${monthlyPrice}.`;
  return `${now}, then ${monthlyPrice} from ${dateLong(from)}.`;
}

/** The credit left from the dearer plan's month; null where there is no credit. */
export const describePlanCredit = (
  { credited }: PlanPreview,
  { gbp }: Pick<TextFormats, "gbp">,
): string | null =>
  isAboveZero(credited)
    ? `We take the ${gbp(credited)} you paid for the rest of this month off your next payments.`
    : null;

/** Whether a plan was chosen during the trial, and nothing has been paid yet. */
export const isChosenInTrial = (
  answer: SubscriptionResponse,
  rules: Pick<Rules, "nextPlanPayment">,
): boolean => answer.standing.is === "paying" && calculateNextPayment(answer, rules).isFirst;

/**
 * The payments of a plan that is paid for: what is paid, what comes next, and when. Empty for any other plan.
 */
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

/** Core's calculation of the next payment. */
const calculateNextPayment = (
  { trialTo, paidTo, invoices }: SubscriptionResponse,
  { nextPlanPayment }: Pick<Rules, "nextPlanPayment">,
): NextPayment =>
  nextPlanPayment(
    trialTo ?? "",
    paidTo ?? "",
    invoices.map(({ amount }) => amount),
  );

/** Displayed beside another plan when the current one is cancelled: choosing undoes the cancellation. */
export const CANCELLATION_UNDONE_TEXT =
  "Your plan will no longer be cancelled, and will carry on each month.";

/** Why no other plan can be chosen after a failed payment; the server refuses it with the same text. */
export const CARD_PROBLEM_TEXT = "Your last payment failed. Update your card first, then change your plan.";

/** The error message: the server's own for a problem with Stripe, which says that nothing was changed. */
export const describePlanError = (error: unknown): string =>
  error instanceof ApiError && error.code.startsWith("plans_") ? error.message : getErrorMessage(error);

/** What changing to another plan adds or removes. */
export function describePlanDifference(current: SubscriptionResponse, plan: Plan): string {
  const hasPlan = current.features.length > 0;
  // During the trial these features are included already.
  if (plan === "plus")
    return `Card payments, reports, AI descriptions and priority support ${hasPlan ? "stay included" : "are included straight away"}.`;
  return hasPlan
    ? "Core doesn’t include card payments, reports, AI descriptions or priority support. You can still read and export what you made with them."
    : "Quotes, invoices, customers, expenses and everything else in Core.";
}
