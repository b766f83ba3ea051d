import { fileAddress } from "../../api/calls";
import type { Question } from "../../api/generated/Question";
import type { RecurringOrigin } from "../../api/generated/RecurringOrigin";
import type { Timeline } from "../../api/generated/Timeline";
import type { TimelineEvent } from "../../api/generated/TimelineEvent";
import { todayInLondon } from "../../rules/calendar";
import { KINDS } from "../kind";
import type { StoredDocument } from "../types";

/** One thing that happened to a document. */
export interface Happening {
  label: string;
  /** Tells it from another with the same words. */
  id?: string;
  /** The day, `YYYY-MM-DD` in London; null when nobody kept it. */
  at: string | null;
  /** The instant, milliseconds since the epoch; only where it was noted. */
  time?: number;
  tone: "plain" | "good" | "bad";
  to?: string;
  /** What was said with it, as it was written. */
  note?: string;
  /** The PDF that keeps it. */
  file?: { label: string; href: string };
}

/** A payment, or what was given back, that was taken off again. */
const REMOVED: ReadonlySet<string> = new Set(["payment_removed", "refund_removed"]);

type Maybe = Happening | false | null | undefined | "";

/** What happened, oldest first: what the document itself says, and what was noted of it besides. */
export function happenings(
  doc: StoredDocument,
  gbp: (pounds: string) => string,
  noted: Timeline | undefined,
): Happening[] {
  const all: Maybe[] = [...ofDocument(doc, gbp, noted), ...ofNotes(gbp, noted)];
  return all
    .filter((happening): happening is Happening => Boolean(happening))
    .map((happening, place) => ({ happening, place, when: instant(happening) }))
    .sort((one, other) => one.when - other.when || one.place - other.place)
    .map(({ happening }) => happening);
}

/** The end of its day where only that is known: what was noted on it came before. */
function instant({ time, at }: Happening): number {
  if (time !== undefined) return time;
  return at === null ? Number.POSITIVE_INFINITY : Date.parse(`${at}T22:59:59Z`);
}

const day = (time: number) => todayInLondon(new Date(time));

function ofDocument(
  doc: StoredDocument,
  gbp: (pounds: string) => string,
  noted: Timeline | undefined,
): Maybe[] {
  const number = doc[KINDS[doc.kind].numberField];
  /** When it was noted, the last time: an invoice may be paid, and paid again. */
  const time = (...kinds: string[]) => noted?.happened.findLast(({ kind }) => kinds.includes(kind))?.at;
  const first = noted?.happened.find(({ kind }) => FIRST_SENT.has(kind));
  const removed = (doc.removedPayments ?? []).map(
    ({ id, amount, reason, removedDate }): Happening => ({
      id,
      label: doc.invoiceId ? `${gbp(amount)} wasn’t refunded after all` : `Payment of ${gbp(amount)} removed`,
      at: removedDate,
      time: noted?.happened.find((one) => REMOVED.has(one.kind) && one.amount === amount)?.at,
      tone: "bad",
      note: reason,
    }),
  );
  const credits = (doc.creditNotes ?? []).map(
    ({ id, number, amount }): Maybe =>
      number !== null && {
        id,
        label: `${gbp(amount)} credited by ${number}`,
        at: null,
        tone: "plain",
        to: `/credit-notes/${id}`,
      },
  );
  const varied = doc.variationOf;
  const made = { at: day(doc.createdAt), time: doc.createdAt, tone: "plain" as const };
  return [
    doc.sourceQuoteId
      ? { ...made, label: "Created from a quote", to: `/quotes/${doc.sourceQuoteId}` }
      : doc.invoiceId
        ? {
            ...made,
            label: `Created for ${doc.creditedInvoiceNumber ?? "an invoice"}`,
            to: `/invoices/${doc.invoiceId}`,
          }
        : varied
          ? { ...made, label: `Started for quote ${varied.quoteNumber}`, to: `/quotes/${varied.id}` }
          : noted?.broughtFrom
            ? { ...made, label: `Imported from ${noted.broughtFrom}` }
            : noted?.madeOf
              ? { ...made, label: `Created automatically: ${noted.madeOf.name}`, to: placeOf(noted.madeOf) }
              : { ...made, label: "Draft created" },
    number && {
      label: `Sent as ${number}`,
      at: doc.sentDate ?? null,
      time: first?.at,
      tone: "plain",
      note: first && howSent(first, noted),
    },
    doc.acceptedDate && {
      label: `Accepted by ${doc.acceptance?.name ?? "the customer"}`,
      at: doc.acceptedDate,
      time: time("quote_accepted"),
      tone: "good",
      note: howAccepted(doc.acceptance),
      // Signed without signal, it gets one once the server has it: no version has the number 0.
      file:
        doc.acceptance && doc.acceptance.versionNumber !== 0
          ? {
              label: doc.acceptance.recorded ? "Record of acceptance" : "Acceptance certificate",
              href: fileAddress("/api/quotes/{id}/certificate.pdf", { params: { id: doc.id } }),
            }
          : undefined,
    },
    doc.declinedDate && {
      label: "Declined by the customer",
      at: doc.declinedDate,
      time: time("quote_declined"),
      tone: "bad",
      note: doc.declineReason ?? undefined,
    },
    doc.convertedInvoiceId && {
      label: "Turned into an invoice",
      at: withDay(time("converted")),
      time: time("converted"),
      tone: "good",
      to: `/invoices/${doc.convertedInvoiceId}`,
    },
    ...removed,
    ...credits,
    doc.paidDate && { label: "Paid in full", at: doc.paidDate, tone: "good" },
    doc.status === "void" && {
      label: "Voided",
      at: withDay(time("voided")),
      time: time("voided"),
      tone: "bad",
    },
  ];
}

const placeOf = ({ recurringId }: RecurringOrigin) => (recurringId ? `/recurring/${recurringId}` : undefined);

/** What takes a document to its customer for the first time. */
const FIRST_SENT: ReadonlySet<string> = new Set(["sent", "link_given", "sent_by_itself"]);

/** Which choice, with which options, and where it was signed. */
function howAccepted(acceptance: StoredDocument["acceptance"]): string | undefined {
  if (!acceptance) return undefined;
  const { choice, options, witness, withoutSignal, earlierVersion, recorded } = acceptance;
  const said = [
    witness && `Signed on your device, with ${witness} present`,
    recorded,
    withoutSignal,
    earlierVersion,
    choice && `Chose ${choice}`,
    options.length > 0 && `With ${options.join(", ")}`,
  ];
  return said.filter(Boolean).join("\n") || undefined;
}

const withDay = (time: number | undefined) => (time === undefined ? null : day(time));

/** What was noted that the document itself does not say. */
function ofNotes(gbp: (pounds: string) => string, noted: Timeline | undefined): Maybe[] {
  if (!noted) return [];
  const first = noted.happened.find(({ kind }) => FIRST_SENT.has(kind));
  const { openedFirst, openedLast } = noted;
  const visits: Maybe[] = [
    openedFirst !== null && {
      id: "opened",
      label: "Opened by the customer",
      at: day(openedFirst),
      time: openedFirst,
      tone: "good",
    },
    openedLast !== null &&
      openedLast !== openedFirst && {
        id: "opened-last",
        label: "Last opened",
        at: day(openedLast),
        time: openedLast,
        tone: "plain",
      },
  ];
  const others = noted.happened.map((one): Maybe => {
    const isPassedOn = one.kind === "link_given" || one.kind === "nudged";
    const stands = one.said ?? standing(one, noted);
    const label = one !== first && ((stands && UNCONFIRMED[one.kind]) || labelOf(one, gbp));
    if (!label) return null;
    const note = isPassedOn ? howSent(one) : stands;
    return { id: one.id, label, note, at: day(one.at), time: one.at, tone: TONES[one.kind] ?? "plain" };
  });
  return [...visits, ...others, ...ofQuestions(noted)];
}

/** What the customer asked and the business replied, each with its words. */
function ofQuestions(noted: Timeline): Maybe[] {
  // A timeline that this device has held since an older version has none.
  const questions: Question[] = noted.questions ?? [];
  return questions.flatMap(({ id, wish, words, askedAt, replies }): Happening[] => [
    {
      id,
      label: wish === "changes" ? "Customer requested changes" : "Customer asked a question",
      at: day(askedAt),
      time: askedAt,
      tone: "plain",
      note: words,
    },
    ...replies.map((reply): Happening => {
      const stands = standing({ email: reply.id }, noted);
      return {
        id: reply.id,
        label: "Reply by email",
        at: day(reply.repliedAt),
        time: reply.repliedAt,
        tone: "good",
        note: stands ? `${reply.words}\n${stands}` : reply.words,
      };
    }),
  ]);
}

/** What is said of an email as long as the mail server has not confirmed it: how far it is stands below. */
const UNCONFIRMED: Record<string, string> = {
  sent: "By email again",
  email_again: "Email again",
  reminded: "Reminder by email",
  chased: "Automatic reminder",
};

const TONES: Record<string, Happening["tone"]> = {
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

function labelOf({ kind, amount }: TimelineEvent, gbp: (pounds: string) => string): string | null {
  const sum = amount === null ? "" : ` of ${gbp(amount)}`;
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
      return `Variation accepted: ${sum.slice(4)} agreed now`;
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
      return `You recorded that they owe ${sum.slice(4)}`;
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
      return `Customer says they paid${sum && ` ${sum.slice(4)}`}`;
    case "payment_withdrawn":
      return `Customer withdrew the payment${sum}`;
    case "payment_entered":
      return `Payment${sum} recorded`;
    case "payment_confirmed":
      return `Payment${sum} confirmed`;
    case "payment_rejected":
      return `Payment${sum} not received`;
    case "payment_unconfirmed":
      return `Confirmation of the payment${sum} undone`;
    case "card_paid":
      return `Payment${sum} by card`;
    case "instalments_agreed":
      return "Instalments agreed";
    case "instalments_changed":
      return "Instalments changed";
    case "instalments_taken_away":
      return "Instalments removed";
    case "credited":
      return "Credit note created";
    case "refund_entered":
      return `${sum.slice(4)} refunded`;
    case "given_back":
      return `${sum.slice(4)} refunded, recorded by you`;
    case "card_refunded":
      return `Card payment${sum} refunded`;
    case "card_refund_asked":
      return `Refund${sum} requested`;
    case "card_refund_failed":
      return `Refund${sum} didn’t go through`;
    case "card_disputed":
      return `Card payment${sum} disputed`;
    case "card_dispute_lost":
      return `Dispute over the card payment${sum} lost`;
    case "card_dispute_won":
      return `Dispute over the card payment${sum} won`;
    case "written_off":
      return `VAT${sum} claimed back`;
    case "taken_back":
      return "VAT claim undone";
    case "question_settled":
      return "Question marked as answered";
    case "payment_receipted":
      return `Receipt${sum} by email`;
    default:
      return null;
  }
}

const WAYS: Record<string, string> = {
  whatsapp: "By WhatsApp",
  sms: "By text message",
  qr: "Shown as a QR code",
  share: "Shared from the device",
  copy: "Link copied",
};

/** By what way it went out, and of an email how far it is: it was sent once the mail server said so. */
function howSent(one: TimelineEvent, noted?: Timeline): string {
  const stands = standing(one, noted);
  const way = one.kind === "sent_by_itself" ? "By email, automatically" : "By email";
  if (one.kind === "link_given" || one.kind === "nudged") return WAYS[one.by ?? ""] ?? "By link";
  return stands ? `${way}: ${stands.charAt(0).toLowerCase()}${stands.slice(1)}` : way;
}

/** How far the email is that was brought about; nothing once it was confirmed, or where another entry says it. */
function standing({ email }: Pick<TimelineEvent, "email">, noted?: Timeline): string | undefined {
  const of = email && noted?.emails.find(({ id }) => id === email);
  if (!of || of.state === "sent" || of.state === "arrived") return undefined;
  if (of.state === "waiting") return of.says ?? "On its way to the mail server";
  return of.state === "dropped" ? (of.says ?? undefined) : STANDINGS[of.state];
}

const STANDINGS = {
  unconfirmed: "Not confirmed",
  refused: "Refused by the mail server",
  given_up: "Not sent",
};
