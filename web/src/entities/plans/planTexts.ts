import type { Feature } from "../../api/generated/Feature";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import { daysBetween } from "../../rules/calendar";

/** The page of the plan. */
export const PLAN_PATH = "/settings/plan";

/** The trial is spoken of on every page once so many days of it are left. */
export const TRIAL_NOTICE_DAYS = 3;

/** Said in the place of a part of Plus; the server refuses it with the same words (core, `plan`). */
export const NEEDS_PLUS: Record<Feature, string> = {
  aiDescriptions: "AI descriptions are part of Plus.",
  cardPayments: "Card payments are part of Plus.",
  reports: "Reports are part of Plus.",
  prioritySupport: "Priority support is part of Plus.",
};

/** A sentence of the server's as a heading. */
export const toHeading = (sentence: string): string => sentence.replace(/\.$/, "");

/** What the way to the plan is called. */
export function getPlanLinkLabel({ standing }: Pick<SubscriptionResponse, "standing">): string {
  const isUnpaid = standing.is === "grace" || (standing.is === "lapsed" && standing.why === "unpaid");
  if (isUnpaid) return "Update your card";
  return standing.is === "lapsed" ? "Choose a plan" : "See plans";
}

/** What a lapsed account can do, and what it takes to do more. */
export function describeLapsedPlan({ standing }: Pick<SubscriptionResponse, "standing">): string {
  const isUnpaid = standing.is === "lapsed" && standing.why === "unpaid";
  return `You can still read, share and export everything, have quotes signed and record payments. To make and send new work, ${isUnpaid ? "update your card" : "choose a plan"}.`;
}

/**
 * What every page says of the plan; null where there is nothing to say. What this device holds may be of another day:
 * then the day stands in the place of how many are left. The clock of a device alone shuts nobody out.
 */
export function getPlanNotice(
  { standing, sentence }: Pick<SubscriptionResponse, "standing" | "sentence">,
  today: string,
  dateLong: (date: string) => string,
): string | null {
  switch (standing.is) {
    case "trial": {
      const daysLeft = daysBetween(today, standing.to);
      if (daysLeft < 0) return `Your free trial ended on ${dateLong(standing.to)}.`;
      if (daysLeft > TRIAL_NOTICE_DAYS) return null;
      return daysLeft === standing.daysLeft
        ? sentence
        : `Your free trial lasts until ${dateLong(standing.to)}.`;
    }
    case "grace":
    case "lapsed":
      return sentence;
    default:
      return null;
  }
}

/** Whether there is anything to say, before the words for it are loaded. */
export const hasPlanNotice = (
  subscription: Pick<SubscriptionResponse, "standing" | "sentence">,
  today: string,
): boolean => getPlanNotice(subscription, today, (date) => date) !== null;
