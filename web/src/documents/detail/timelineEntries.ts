import type { Question } from "../../api/generated/Question";
import type { RecurringOrigin } from "../../api/generated/RecurringOrigin";
import type { Timeline } from "../../api/generated/Timeline";
import type { TimelineEvent } from "../../api/generated/TimelineEvent";
import { buildFileUrl } from "../../api/requests";
import { todayInLondon } from "../../rules/calendar";
import { KINDS } from "../kind";
import type { StoredDocument } from "../types";

/** One entry of a document's timeline. */
export interface TimelineEntry {
  label: string;
  /** Distinguishes entries with the same text. */
  id?: string;
  /** The UK date, `YYYY-MM-DD`; null if it wasn't recorded. */
  at: string | null;
  /** The instant in Unix milliseconds, if it was recorded. */
  time?: number;
  tone: "plain" | "good" | "bad";
  to?: string;
  /** The text that was written with it. */
  note?: string;
  /** The PDF of the entry. */
  file?: { label: string; href: string };
}

/** A removed payment or refund. */
const REMOVED_KINDS: ReadonlySet<string> = new Set(["payment_removed", "refund_removed"]);

type OptionalEntry = TimelineEntry | false | null | undefined | "";

/** The timeline's entries, oldest first: from the document itself and from the recorded events. */
export function listTimelineEntries(
  doc: StoredDocument,
  gbp: (pounds: string) => string,
  timeline: Timeline | undefined,
): TimelineEntry[] {
  const all: OptionalEntry[] = [
    ...listDocumentEntries(doc, gbp, timeline),
    ...listEventEntries(gbp, timeline),
  ];
  return all
    .filter((entry): entry is TimelineEntry => Boolean(entry))
    .map((entry, place) => ({ entry, place, when: getInstant(entry) }))
    .sort((one, other) => one.when - other.when || one.place - other.place)
    .map(({ entry }) => entry);
}

/**
 * The instant of an entry; if only the date is known, the end of that day, because recorded events of that
 * day came before.
 */
function getInstant({ time, at }: TimelineEntry): number {
  if (time !== undefined) return time;
  return at === null ? Number.POSITIVE_INFINITY : Date.parse(`${at}T22:59:59Z`);
}

const toDay = (time: number) => todayInLondon(new Date(time));

function listDocumentEntries(
  doc: StoredDocument,
  gbp: (pounds: string) => string,
  timeline: Timeline | undefined,
): OptionalEntry[] {
  const number = doc[KINDS[doc.kind].numberField];
  /** When it was last recorded: an invoice can be paid more than once. */
  const getEventTime = (...kinds: string[]) =>
    timeline?.happened.findLast(({ kind }) => kinds.includes(kind))?.at;
  const firstSent = timeline?.happened.find(({ kind }) => FIRST_SENT_KINDS.has(kind));
  const removedPayments = (doc.removedPayments ?? []).map(
    ({ id, amount, reason, removedDate }): TimelineEntry => ({
      id,
      label: doc.invoiceId ? `${gbp(amount)} wasn’t refunded after all` : `Payment of ${gbp(amount)} removed`,
      at: removedDate,
      time: timeline?.happened.find((one) => REMOVED_KINDS.has(one.kind) && one.amount === amount)?.at,
      tone: "bad",
      note: reason,
    }),
  );
  const credits = (doc.creditNotes ?? []).map(
    ({ id, number, amount }): OptionalEntry =>
      number !== null && {
        id,
        label: `${gbp(amount)} credited by ${number}`,
        at: null,
        tone: "plain",
        to: `/credit-notes/${id}`,
      },
  );
  const variation = doc.variationOf;
  const creation = { at: toDay(doc.createdAt), time: doc.createdAt, tone: "plain" as const };
  return [
    doc.sourceQuoteId
      ? { ...creation, label: "Created from a quote", to: `/quotes/${doc.sourceQuoteId}` }
      : doc.invoiceId
        ? {
            ...creation,
            label: `Created for ${doc.creditedInvoiceNumber ?? "an invoice"}`,
            to: `/invoices/${doc.invoiceId}`,
          }
        : variation
          ? {
              ...creation,
              label: `Started for quote ${variation.quoteNumber}`,
              to: `/quotes/${variation.id}`,
            }
          : timeline?.broughtFrom
            ? { ...creation, label: `Imported from ${timeline.broughtFrom}` }
            : timeline?.madeOf
              ? {
                  ...creation,
                  label: `Created automatically: ${timeline.madeOf.name}`,
                  to: getRecurringPath(timeline.madeOf),
                }
              : { ...creation, label: "Draft created" },
    number && {
      label: `Sent as ${number}`,
      at: doc.sentDate ?? null,
      time: firstSent?.at,
      tone: "plain",
      note: firstSent && describeSending(firstSent, timeline),
    },
    doc.acceptedDate && {
      label: `Accepted by ${doc.acceptance?.name ?? "the customer"}`,
      at: doc.acceptedDate,
      time: getEventTime("quote_accepted"),
      tone: "good",
      note: describeAcceptance(doc.acceptance),
      // An acceptance signed offline gets its PDF once the server has it: no version has the number 0.
      file:
        doc.acceptance && doc.acceptance.versionNumber !== 0
          ? {
              label: doc.acceptance.recorded ? "Record of acceptance" : "Acceptance certificate",
              href: buildFileUrl("/api/quotes/{id}/certificate.pdf", { params: { id: doc.id } }),
            }
          : undefined,
    },
    doc.declinedDate && {
      label: "Declined by the customer",
      at: doc.declinedDate,
      time: getEventTime("quote_declined"),
      tone: "bad",
      note: doc.declineReason ?? undefined,
    },
    doc.convertedInvoiceId && {
      label: "Turned into an invoice",
      at: toOptionalDay(getEventTime("converted")),
      time: getEventTime("converted"),
      tone: "good",
      to: `/invoices/${doc.convertedInvoiceId}`,
    },
    ...removedPayments,
    ...credits,
    doc.paidDate && { label: "Paid in full", at: doc.paidDate, tone: "good" },
    doc.status === "void" && {
      label: "Voided",
      at: toOptionalDay(getEventTime("voided")),
      time: getEventTime("voided"),
      tone: "bad",
    },
  ];
}

const getRecurringPath = ({ recurringId }: RecurringOrigin) =>
  recurringId ? `/recurring/${recurringId}` : undefined;

/** The events that send a document to its customer for the first time. */
const FIRST_SENT_KINDS: ReadonlySet<string> = new Set(["sent", "link_given", "sent_by_itself"]);

/** The accepted choice and options, and where it was signed. */
function describeAcceptance(acceptance: StoredDocument["acceptance"]): string | undefined {
  if (!acceptance) return undefined;
  const { choice, options, witness, withoutSignal, earlierVersion, recorded } = acceptance;
  const sentences = [
    witness && `Signed on your device, with ${witness} present`,
    recorded,
    withoutSignal,
    earlierVersion,
    choice && `Chose ${choice}`,
    options.length > 0 && `With ${options.join(", ")}`,
  ];
  return sentences.filter(Boolean).join("\n") || undefined;
}

const toOptionalDay = (time: number | undefined) => (time === undefined ? null : toDay(time));

/** The recorded events that the document itself doesn't contain. */
function listEventEntries(gbp: (pounds: string) => string, timeline: Timeline | undefined): OptionalEntry[] {
  if (!timeline) return [];
  const firstSent = timeline.happened.find(({ kind }) => FIRST_SENT_KINDS.has(kind));
  const { openedFirst, openedLast } = timeline;
  const visits: OptionalEntry[] = [
    openedFirst !== null && {
      id: "opened",
      label: "Opened by the customer",
      at: toDay(openedFirst),
      time: openedFirst,
      tone: "good",
    },
    openedLast !== null &&
      openedLast !== openedFirst && {
        id: "opened-last",
        label: "Last opened",
        at: toDay(openedLast),
        time: openedLast,
        tone: "plain",
      },
  ];
  const others = timeline.happened.map((one): OptionalEntry => {
    const isPassedOn = one.kind === "link_given" || one.kind === "nudged";
    const emailText = one.said ?? describeUnconfirmedEmail(one, timeline);
    const label = one !== firstSent && ((emailText && UNCONFIRMED_LABELS[one.kind]) || labelEvent(one, gbp));
    if (!label) return null;
    const note = isPassedOn ? describeSending(one) : emailText;
    return {
      id: one.id,
      label,
      note,
      at: toDay(one.at),
      time: one.at,
      tone: ENTRY_TONES[one.kind] ?? "plain",
    };
  });
  return [...visits, ...others, ...listQuestionEntries(timeline)];
}

/** The customer's questions and the business's replies, with their texts. */
function listQuestionEntries(timeline: Timeline): OptionalEntry[] {
  // A timeline cached by an older version of the app has no questions.
  const questions: Question[] = timeline.questions ?? [];
  return questions.flatMap(({ id, wish, words, askedAt, replies }): TimelineEntry[] => [
    {
      id,
      label: wish === "changes" ? "Customer requested changes" : "Customer asked a question",
      at: toDay(askedAt),
      time: askedAt,
      tone: "plain",
      note: words,
    },
    ...replies.map((reply): TimelineEntry => {
      const emailText = describeUnconfirmedEmail({ email: reply.id }, timeline);
      return {
        id: reply.id,
        label: "Reply by email",
        at: toDay(reply.repliedAt),
        time: reply.repliedAt,
        tone: "good",
        note: emailText ? `${reply.words}\n${emailText}` : reply.words,
      };
    }),
  ]);
}

/** The labels of emails that the mail server hasn't confirmed yet; the state is shown below. */
const UNCONFIRMED_LABELS: Record<string, string> = {
  sent: "By email again",
  email_again: "Email again",
  reminded: "Reminder by email",
  chased: "Automatic reminder",
};

const ENTRY_TONES: Record<string, TimelineEntry["tone"]> = {
  payment_confirmed: "good",
  payment_entered: "good",
  card_paid: "good",
  refund_entered: "good",
  payment_rejected: "bad",
  job_varied: "good",
  quote_cancelled: "bad",
  cancellation_noted: "bad",
  work_finished: "good",
  reminder_failed: "bad",
  reminder_given_up: "bad",
  reminder_unconfirmed: "bad",
  email_unconfirmed: "bad",
  email_refused: "bad",
  email_given_up: "bad",
  email_arrived: "good",
  card_refunded: "bad",
  card_refund_failed: "bad",
  card_disputed: "bad",
  card_dispute_lost: "bad",
  card_dispute_won: "good",
};

function labelEvent({ kind, amount }: TimelineEvent, gbp: (pounds: string) => string): string | null {
  const ofAmount = amount === null ? "" : ` of ${gbp(amount)}`;
  switch (kind) {
    case "sent":
      return "Sent again by email";
    case "email_unconfirmed":
      return "Email not confirmed";
    case "email_refused":
      return "Email refused";
    case "email_given_up":
      return "Email wasn’t sent";
    case "email_again":
      return "Email sent again";
    case "email_arrived":
      return "You recorded that the customer has the email";
    case "link_given":
      return "Shared again";
    case "varied":
      return "Variation started";
    case "job_varied":
      return `Variation accepted: ${ofAmount.slice(4)} agreed now`;
    case "quote_cancelled":
      return "Cancelled by the customer";
    case "cancellation_noted":
      return "Cancelled by the customer, recorded by you";
    case "work_finished":
      return "All the work is done";
    case "work_not_finished":
      return "Work marked as not finished";
    case "goods_arrived":
      return "The last of the goods arrived";
    case "goods_not_arrived":
      return "Goods marked as not all arrived";
    case "owed_said":
      return `You recorded that they owe ${ofAmount.slice(4)}`;
    case "link_revoked":
      return "Link replaced";
    case "reminded":
    case "nudged":
      return "Customer reminded";
    case "chased":
      return "Customer reminded automatically";
    case "reminder_failed":
      return "Reminder didn’t arrive";
    case "reminder_given_up":
      return "Reminder wasn’t sent";
    case "reminder_unconfirmed":
      return "Reminder not confirmed";
    case "chasing_off":
      return "Reminders turned off";
    case "chasing_on":
      return "Reminders turned on";
    case "payment_recorded":
      return `Customer says they paid${ofAmount && ` ${ofAmount.slice(4)}`}`;
    case "payment_withdrawn":
      return `Customer withdrew the payment${ofAmount}`;
    case "payment_entered":
      return `Payment${ofAmount} recorded`;
    case "payment_confirmed":
      return `Payment${ofAmount} confirmed`;
    case "payment_rejected":
      return `Payment${ofAmount} not received`;
    case "payment_unconfirmed":
      return `Confirmation of the payment${ofAmount} undone`;
    case "card_paid":
      return `Payment${ofAmount} by card`;
    case "instalments_agreed":
      return "Instalments agreed";
    case "instalments_changed":
      return "Instalments changed";
    case "instalments_taken_away":
      return "Instalments removed";
    case "credited":
      return "Credit note created";
    case "refund_entered":
      return `${ofAmount.slice(4)} refunded`;
    case "given_back":
      return `${ofAmount.slice(4)} refunded, recorded by you`;
    case "card_refunded":
      return `Card payment${ofAmount} refunded`;
    case "card_refund_asked":
      return `Refund${ofAmount} requested`;
    case "card_refund_failed":
      return `Refund${ofAmount} didn’t go through`;
    case "card_disputed":
      return `Card payment${ofAmount} disputed`;
    case "card_dispute_lost":
      return `Dispute over the card payment${ofAmount} lost`;
    case "card_dispute_won":
      return `Dispute over the card payment${ofAmount} won`;
    case "written_off":
      return `VAT${ofAmount} claimed back`;
    case "taken_back":
      return "VAT claim undone";
    case "question_settled":
      return "Question marked as answered";
    case "payment_receipted":
      return `Receipt${ofAmount} by email`;
    default:
      return null;
  }
}

const SHARE_CHANNEL_TEXTS: Record<string, string> = {
  whatsapp: "By WhatsApp",
  sms: "By text message",
  qr: "Shown as a QR code",
  share: "Shared from the device",
  copy: "Link copied",
};

/**
 * How a document was sent; for an email also its state, because it counts as sent once the mail server has
 * confirmed it.
 */
function describeSending(one: TimelineEvent, timeline?: Timeline): string {
  const emailText = describeUnconfirmedEmail(one, timeline);
  const channelText = one.kind === "sent_by_itself" ? "By email, automatically" : "By email";
  if (one.kind === "link_given" || one.kind === "nudged")
    return SHARE_CHANNEL_TEXTS[one.by ?? ""] ?? "By link";
  return emailText
    ? `${channelText}: ${emailText.charAt(0).toLowerCase()}${emailText.slice(1)}`
    : channelText;
}

/** The state of the email for an event; undefined if it was confirmed or another entry shows it. */
function describeUnconfirmedEmail(
  { email }: Pick<TimelineEvent, "email">,
  timeline?: Timeline,
): string | undefined {
  const posted = email && timeline?.emails.find(({ id }) => id === email);
  if (!posted || posted.state === "sent" || posted.state === "arrived") return undefined;
  if (posted.state === "waiting") return posted.says ?? "On its way to the mail server";
  return posted.state === "dropped" ? (posted.says ?? undefined) : EMAIL_STATE_TEXTS[posted.state];
}

const EMAIL_STATE_TEXTS = {
  unconfirmed: "Not confirmed",
  refused: "Refused by the mail server",
  given_up: "Not sent",
};
