import type { AccountState } from "../../api/generated/AccountState";
import type { AdminFailure } from "../../api/generated/AdminFailure";
import type { AdminUser } from "../../api/generated/AdminUser";
import type { Lapse } from "../../api/generated/Lapse";
import type { Plan } from "../../api/generated/Plan";
import type { BadgeTone } from "../../ui/Badge";

/** The states of an account, as admins see them. */
export const ACCOUNT_STATES: Record<string, { label: string; tone: BadgeTone }> = {
  trial: { label: "In trial", tone: "blue" },
  paying: { label: "Paying", tone: "green" },
  ending: { label: "Cancelled, runs on", tone: "amber" },
  grace: { label: "Payment failed", tone: "amber" },
  lapsed: { label: "Lapsed", tone: "red" },
  selfhosted: { label: "Self-hosted", tone: "grey" },
};

export const getAccountStateBadge = (state: string): { label: string; tone: BadgeTone } =>
  ACCOUNT_STATES[state] ?? { label: state, tone: "grey" };

/** The badge for an account's state; a suspended account is shown as such whatever its plan is. */
export const getUserStateBadge = ({
  suspendedAt,
  standing,
}: Pick<AdminUser, "suspendedAt" | "standing">): { label: string; tone: BadgeTone } =>
  suspendedAt === null ? getAccountStateBadge(standing.is) : { label: "Suspended", tone: "red" };

const dateFormat = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  day: "numeric",
  month: "short",
  year: "numeric",
});

/**
 * An account's plan, and until when it runs: `Plus, to 11 Dec 2026`, `Trial, to 11 Dec 2026`, `Core, not
 * paid`.
 */
export function describePlan({ plan, standing }: { plan: Plan; standing: AccountState }): string {
  if (standing.is === "lapsed") return `${PLAN_NAMES[plan]}, ${LAPSE_TEXTS[standing.why]}`;
  // A calendar date, whatever the viewer's time zone.
  return "to" in standing
    ? `${PLAN_NAMES[plan]}, to ${dateFormat.format(Date.parse(standing.to))}`
    : PLAN_NAMES[plan];
}

const PLAN_NAMES: Record<Plan, string> = {
  trial: "Trial",
  core: "Core",
  plus: "Plus",
  selfhosted: "Self-hosted",
};

const LAPSE_TEXTS: Record<Lapse, string> = {
  trial: "over",
  cancelled: "cancelled",
  unpaid: "not paid",
  givenUp: "ended, unpaid",
};

/** The doctor's text with thousands of megabytes as gigabytes: '28.7 GB free'. */
export const formatGigabytes = (text: string): string =>
  text.replace(/\b(\d{4,}) MB\b/g, (_, megabytes: string) => `${(Number(megabytes) / 1000).toFixed(1)} GB`);

/** The name of a job's kind for display: 'Email', 'Recurring invoice'. */
export function formatJobKind({ kind, isMail }: AdminFailure): string {
  if (isMail) return "Email";
  const text = kind.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The label and tone of each status of a question. */
export const QUESTION_STATUSES: Record<"open" | "answered" | "closed", { label: string; tone: BadgeTone }> = {
  open: { label: "Open", tone: "blue" },
  answered: { label: "Replied", tone: "green" },
  closed: { label: "Closed", tone: "grey" },
};

export const getQuestionStatusBadge = (status: string): { label: string; tone: BadgeTone } =>
  Object.hasOwn(QUESTION_STATUSES, status)
    ? QUESTION_STATUSES[status as keyof typeof QUESTION_STATUSES]
    : { label: status, tone: "grey" };

/** The text for each action of the audit log, displayed after the admin's name. */
const ACTION_TEXTS: Record<string, string> = {
  grant: "made an administrator",
  revoke: "removed the administrator role",
  suspend: "suspended the account",
  restore: "reopened the account",
  allow: "let support view the account",
  disallow: "ended support access",
  enter: "started viewing the account",
  look: "viewed",
  leave: "left the account",
  answer: "replied to a question",
  status: "changed a question’s status",
  stop_mail: "stopped email to customers",
  allow_mail: "allowed email to customers",
  back_up: "made a backup",
  restore_backup: "restored a backup",
  take_restore_back: "undid the last restore",
};

export const describeAction = (action: string): string => ACTION_TEXTS[action] ?? action;
