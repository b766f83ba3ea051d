import type { Feature } from "../../api/generated/Feature";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import { daysBetween } from "../../rules/calendar";

/** The path of the plan's page. */
export const PLAN_PATH = "/settings/plan";

/** Every page mentions the trial once this many days of it are left. */
export const TRIAL_NOTICE_DAYS = 3;

/** Shown instead of a part of Plus; the server refuses with the same text (core, `plan`). */
export const NEEDS_PLUS: Record<Feature, string> = {
  aiDescriptions: "AI descriptions are part of Plus.",
  cardPayments: "Card payments are part of Plus.",
  reports: "Reports are part of Plus.",
  prioritySupport: "Priority support is part of Plus.",
};

/** One of the server's sentences as a heading. */
export const toHeading = (sentence: string): string => sentence.replace(/\.$/, "");

/** The label of the link to the plan. */
export function getPlanLinkLabel({ standing }: Pick<SubscriptionResponse, "standing">): string {
  const isUnpaid = standing.is === "grace" || (standing.is === "lapsed" && standing.why === "unpaid");
  if (isUnpaid) return "Update your card";
  return standing.is === "lapsed" ? "Choose a plan" : "See plans";
}

/** What a lapsed account can still do, and what it must do to continue. */
export function describeLapsedPlan({ standing }: Pick<SubscriptionResponse, "standing">): string {
  const isUnpaid = standing.is === "lapsed" && standing.why === "unpaid";
  return `You can still read, share and export everything, have quotes signed and record payments. To make and send new work, ${isUnpaid ? "update your card" : "choose a plan"}.`;
}

/**
 * The notice about the plan on every page; null if there is none. The stored state may be from another day,
 * so the notice then gives the date instead of the number of days left. The device's clock alone never locks
 * a user out.
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

/** Whether there is a notice, before its text is loaded. */
export const hasPlanNotice = (
  subscription: Pick<SubscriptionResponse, "standing" | "sentence">,
  today: string,
): boolean => getPlanNotice(subscription, today, (date) => date) !== null;
