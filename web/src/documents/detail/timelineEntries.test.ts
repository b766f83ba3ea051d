import { expect, it } from "vitest";
import type { EmailState } from "../../api/generated/EmailState";
import type { Timeline } from "../../api/generated/Timeline";
import type { TimelineEvent } from "../../api/generated/TimelineEvent";
import type { StoredDocument } from "../types";
import { listTimelineEntries as said } from "./timelineEntries";

const happenings = (doc: StoredDocument, noted?: Timeline) => said(doc, (pounds) => `£${pounds}`, noted);

it("says the London day of everything that happened", () => {
  const sent = { kind: "quote", quoteNumber: "Q-0001", sentDate: "2026-06-17", acceptedDate: "2026-06-18" };
  // Half past midnight, UK summer time.
  const made = { createdAt: Date.parse("2026-06-15T23:30:00Z") };
  expect(happenings({ ...made, ...sent } as StoredDocument).map(({ label, at }) => [label, at])).toEqual([
    ["Draft created", "2026-06-16"],
    ["Sent as Q-0001", "2026-06-17"],
    ["Accepted by the customer", "2026-06-18"],
  ]);
});

it("shows what the customer wrote", () => {
  const quote = { kind: "quote", createdAt: 0, acceptedDate: "2026-06-18", declinedDate: "2026-06-19" };
  const told = (more: object) => happenings({ ...quote, ...more } as StoredDocument).slice(1);
  const notes = (more: object) => told(more).map(({ label, note }) => [label, note]);
  expect(
    notes({ acceptance: { name: "Jo", options: ["Rail", "Tiles"] }, declineReason: "Too dear" }),
  ).toEqual([
    ["Accepted by Jo", "With Rail, Tiles"],
    ["Declined by the customer", "Too dear"],
  ]);
  expect(told({ id: "q1", acceptance: { name: "Jo", options: [] } })[0]?.file?.href).toBe(
    "/api/quotes/q1/certificate.pdf",
  );
  expect(told({ acceptance: null })[0]?.file).toBeUndefined();
  expect(notes({ acceptance: { name: "Jo", options: ["Rail"], witness: "Pat Taylor" } })[0]).toEqual([
    "Accepted by Jo",
    "Signed on your device, with Pat Taylor present\nWith Rail",
  ]);
  const brought = { withoutSignal: "Signed without signal.", earlierVersion: "Jo signed the first version." };
  expect(notes({ acceptance: { name: "Jo", options: [], ...brought } })[0]).toEqual([
    "Accepted by Jo",
    "Signed without signal.\nJo signed the first version.",
  ]);
  expect(notes({ acceptance: { name: null, options: [] }, declineReason: null })).toEqual([
    ["Accepted by the customer", undefined],
    ["Declined by the customer", undefined],
  ]);
});

it("says which payment was removed, and why", () => {
  const gone = { id: "p1", amount: "120.00", method: "cash", reason: "Sent back", removedDate: "2026-06-20" };
  const doc = { kind: "invoice", createdAt: 0, removedPayments: [gone] } as unknown as StoredDocument;
  expect(happenings(doc)[1]).toEqual({
    id: "p1",
    label: "Payment of £120.00 removed",
    at: "2026-06-20",
    tone: "bad",
    note: "Sent back",
  });
});

it("shows how the quote was sent, when it was opened and what was paid, in order", () => {
  const at = (time: string) => Date.parse(`2026-06-18T${time}:00Z`);
  const one = (id: string, kind: string, time: string, more: object = {}) => ({
    id,
    kind,
    at: at(time),
    by: null,
    amount: null,
    email: null,
    said: null,
    ...more,
  });
  const noted: Timeline = {
    happened: [
      one("1", "link_given", "09:00", { by: "whatsapp" }),
      one("2", "opened", "10:00"),
      one("3", "reminded", "11:00"),
      one("4", "sent", "12:00"),
      one("5", "card_paid", "13:00", { amount: "20.00" }),
      one("6", "archived", "14:00"),
    ],
    openedFirst: at("10:00"),
    openedLast: at("12:30"),
    broughtFrom: null,
    madeOf: null,
    emails: [],
  };
  const doc = { kind: "invoice", invoiceNumber: "INV-0001", createdAt: 0, sentDate: "2026-06-18" };
  expect(happenings(doc as StoredDocument, noted).map(({ label, note }) => [label, note])).toEqual([
    ["Draft created", undefined],
    ["Sent as INV-0001", "By WhatsApp"],
    ["Opened by the customer", undefined],
    ["Customer reminded", undefined],
    ["Sent again by email", undefined],
    ["Last opened", undefined],
    ["Payment of £20.00 by card", undefined],
  ]);
});

it("orders the events of one day by their recorded time", () => {
  const kinds = ["voided", "quote_declined", "converted", "quote_accepted", "sent"];
  const at = (hour: number) => Date.parse("2026-06-18T08:00:00Z") + hour * 3_600_000;
  const happened = kinds.map((kind, hour) => ({
    id: kind,
    kind,
    at: at(hour),
    by: null,
    amount: null,
    email: null,
    said: null,
  }));
  const noted: Timeline = {
    happened,
    openedFirst: null,
    openedLast: null,
    broughtFrom: null,
    madeOf: null,
    emails: [],
  };
  const dates = { sentDate: "2026-06-18", acceptedDate: "2026-06-18", declinedDate: "2026-06-18" };
  const quote = {
    kind: "quote",
    quoteNumber: "Q-0001",
    createdAt: 0,
    status: "void",
    convertedInvoiceId: "i1",
  };
  const listed = happenings({ ...quote, ...dates } as StoredDocument, noted).slice(1);
  expect(listed.map(({ label, at: date, time }) => [label, date, time])).toEqual([
    ["Voided", "2026-06-18", at(0)],
    ["Declined by the customer", "2026-06-18", at(1)],
    ["Turned into an invoice", "2026-06-18", at(2)],
    ["Accepted by the customer", "2026-06-18", at(3)],
    ["Sent as Q-0001", "2026-06-18", at(4)],
  ]);
});

it("says that its VAT was claimed back, and that the claim was undone", () => {
  const one = (id: string, kind: string, amount: string | null) => ({
    id,
    kind,
    at: Date.parse("2026-11-29T12:00:00Z") + Number(id),
    by: null,
    amount,
    email: null,
    said: null,
  });
  const noted: Timeline = {
    happened: [
      one("1", "written_off", "200.00"),
      one("2", "taken_back", null),
      // Recorded before the amount was.
      one("3", "written_off", null),
    ],
    openedFirst: null,
    openedLast: null,
    broughtFrom: null,
    madeOf: null,
    emails: [],
  };
  const doc = { kind: "invoice", invoiceNumber: "INV-0001", createdAt: 0, sentDate: "2026-04-10" };
  const told = happenings(doc as StoredDocument, noted).slice(2);
  expect(told.map(({ label, at }) => [label, at])).toEqual([
    ["VAT of £200.00 claimed back", "2026-11-29"],
    ["VAT claim undone", "2026-11-29"],
    ["VAT claimed back", "2026-11-29"],
  ]);
});

it("says that a card payment was disputed, and how that ended", () => {
  const one = (id: string, kind: string) => ({
    id,
    kind,
    at: Date.parse("2026-11-29T12:00:00Z") + Number(id),
    by: null,
    amount: "478.10",
    email: null,
    said: null,
  });
  const noted: Timeline = {
    happened: [one("1", "card_disputed"), one("2", "card_dispute_lost"), one("3", "card_dispute_won")],
    openedFirst: null,
    openedLast: null,
    broughtFrom: null,
    madeOf: null,
    emails: [],
  };
  const doc = { kind: "invoice", invoiceNumber: "INV-0001", createdAt: 0, sentDate: "2026-04-10" };
  const told = happenings(doc as StoredDocument, noted).slice(2);
  expect(told.map(({ label, tone }) => [label, tone])).toEqual([
    ["Card payment of £478.10 disputed", "bad"],
    ["Dispute over the card payment of £478.10 lost", "bad"],
    ["Dispute over the card payment of £478.10 won", "good"],
  ]);
});

it("shows what created a recurring invoice, and that it was sent automatically", () => {
  const sent = {
    id: "1",
    kind: "sent_by_itself",
    at: Date.parse("2026-06-18T07:00:00Z"),
    by: null,
    amount: null,
    email: null,
    said: null,
  };
  const noted: Timeline = {
    happened: [{ ...sent, id: "0", kind: "made_by_itself" }, sent],
    openedFirst: null,
    openedLast: null,
    broughtFrom: null,
    madeOf: { recurringId: "r", name: "Boiler cover", outcome: "sent", reason: null },
    emails: [],
  };
  const doc = { kind: "invoice", invoiceNumber: "INV-0001", createdAt: 0, sentDate: "2026-06-18" };
  const told = happenings(doc as StoredDocument, noted);
  expect(told.map(({ label, note, to }) => [label, note, to])).toEqual([
    ["Created automatically: Boiler cover", undefined, "/recurring/r"],
    ["Sent as INV-0001", "By email, automatically", undefined],
  ]);
});

it("claims of an email only what the mail server confirmed", () => {
  const sent = {
    id: "1",
    kind: "sent",
    at: Date.parse("2026-06-18T07:00:00Z"),
    by: null,
    amount: null,
    email: "e",
    said: null,
  };
  const noted = (state: EmailState, says: string | null = null, ...after: TimelineEvent[]): Timeline => ({
    happened: [sent, ...after],
    openedFirst: null,
    openedLast: null,
    broughtFrom: null,
    madeOf: null,
    emails: [{ id: "e", subject: "Invoice INV-0001", state, says, unsettled: false, maySendAgain: false }],
  });
  const doc = { kind: "invoice", invoiceNumber: "INV-0001", createdAt: 0, sentDate: "2026-06-18" };
  const told = (timeline: Timeline) =>
    happenings(doc as StoredDocument, timeline)
      .slice(1)
      .map(({ label, note, tone }) => [label, note, tone]);
  expect(told(noted("waiting"))).toEqual([
    ["Sent as INV-0001", "By email: on its way to the mail server", "plain"],
  ]);
  expect(told(noted("waiting", "The mail server hasn’t accepted it yet."))[0]?.[1]).toBe(
    "By email: the mail server hasn’t accepted it yet.",
  );
  expect(told(noted("sent"))[0]?.[1]).toBe("By email");
  const lost = { ...sent, id: "2", kind: "email_unconfirmed", said: "The mail server did not say." };
  expect(told(noted("unconfirmed", lost.said, lost))).toEqual([
    ["Sent as INV-0001", "By email: not confirmed", "plain"],
    ["Email not confirmed", "The mail server did not say.", "bad"],
  ]);
  const again = { ...sent, id: "3", kind: "email_again" };
  expect(told(noted("waiting", null, again))[1]?.slice(0, 2)).toEqual([
    "Email again",
    "On its way to the mail server",
  ]);
  expect(told(noted("sent", null, again))[1]?.[0]).toBe("Email sent again");
  const reminded = { ...sent, id: "4", kind: "reminded", email: null, said: "Not confirmed" };
  expect(told(noted("sent", null, reminded))[1]?.slice(0, 2)).toEqual(["Reminder by email", "Not confirmed"]);
});

it("shows the customer's question, the reply, and the state of its email", () => {
  const doc = { kind: "quote", createdAt: 0 } as StoredDocument;
  const [asked, replied] = [Date.parse("2026-11-28T14:00:00Z"), Date.parse("2026-11-29T08:00:00Z")];
  const reply = { id: "m1", words: "Yes.", to: "jo@customer.example", repliedAt: replied };
  const question = {
    id: "q1",
    wish: "question" as const,
    words: "Does it include\nthe tap?",
    askedAt: asked,
    answeredAt: replied,
    replyTo: null,
    replies: [reply],
  };
  const told = (state: EmailState) =>
    happenings(doc, {
      happened: [
        { id: "a1", kind: "question_asked", at: asked, by: null, amount: null, email: null, said: null },
        { id: "a2", kind: "question_replied", at: replied, by: null, amount: null, email: "m1", said: null },
        { id: "a3", kind: "question_settled", at: replied, by: null, amount: null, email: null, said: null },
      ],
      openedFirst: null,
      openedLast: null,
      broughtFrom: null,
      madeOf: null,
      emails: [
        { id: "m1", subject: "", state, says: null, unsettled: state === "refused", maySendAgain: false },
      ],
      questions: [question, { ...question, id: "q2", wish: "changes" as const, replies: [] }],
    })
      .slice(1)
      .map(({ label, at, note }) => [label, at, note]);
  expect(told("sent")).toEqual([
    ["Customer asked a question", "2026-11-28", question.words],
    ["Customer requested changes", "2026-11-28", question.words],
    ["Question marked as answered", "2026-11-29", undefined],
    ["Reply by email", "2026-11-29", "Yes."],
  ]);
  expect(told("refused").at(-1)).toEqual([
    "Reply by email",
    "2026-11-29",
    "Yes.\nRefused by the mail server",
  ]);
});

it.each<[kind: string, says: string, tone: string]>([
  ["link_given", "Shared again", "plain"],
  ["nudged", "Customer reminded", "plain"],
  ["chased", "Customer reminded automatically", "plain"],
  ["reminder_failed", "Reminder didn’t arrive", "bad"],
  ["reminder_given_up", "Reminder wasn’t sent", "bad"],
  ["reminder_unconfirmed", "Reminder not confirmed", "bad"],
  ["chasing_off", "Reminders turned off", "plain"],
  ["chasing_on", "Reminders turned on", "plain"],
  ["email_refused", "Email refused", "bad"],
  ["email_given_up", "Email wasn’t sent", "bad"],
  ["email_arrived", "You recorded that the customer has the email", "good"],
  ["link_revoked", "Link replaced", "plain"],
  ["varied", "Variation started", "plain"],
  ["job_varied", "Variation accepted: £7.00 agreed now", "good"],
  ["quote_cancelled", "Cancelled by the customer", "bad"],
  ["cancellation_noted", "Cancelled by the customer, recorded by you", "bad"],
  ["work_finished", "All the work is done", "good"],
  ["work_not_finished", "Work marked as not finished", "plain"],
  ["goods_arrived", "The last of the goods arrived", "plain"],
  ["goods_not_arrived", "Goods marked as not all arrived", "plain"],
  ["owed_said", "You recorded that they owe £7.00", "plain"],
  ["payment_recorded", "Customer says they paid £7.00", "plain"],
  ["payment_withdrawn", "Customer withdrew the payment of £7.00", "plain"],
  ["payment_entered", "Payment of £7.00 recorded", "good"],
  ["payment_confirmed", "Payment of £7.00 confirmed", "good"],
  ["payment_rejected", "Payment of £7.00 not received", "bad"],
  ["payment_unconfirmed", "Confirmation of the payment of £7.00 undone", "plain"],
  ["payment_receipted", "Receipt of £7.00 by email", "plain"],
  ["instalments_agreed", "Instalments agreed", "plain"],
  ["instalments_changed", "Instalments changed", "plain"],
  ["instalments_taken_away", "Instalments removed", "plain"],
  ["credited", "Credit note created", "plain"],
  ["refund_entered", "£7.00 refunded", "good"],
  ["given_back", "£7.00 refunded, recorded by you", "plain"],
  ["card_refund_asked", "Refund of £7.00 requested", "plain"],
  ["card_refunded", "Card payment of £7.00 refunded", "bad"],
  ["card_refund_failed", "Refund of £7.00 didn’t go through", "bad"],
])("says in words what happened: %s", (kind, says, tone) => {
  const at = Date.parse("2026-06-18T07:00:00Z");
  const one = { id: "2", kind, at: at + 1, by: null, amount: "7.00", email: null, said: null };
  const noted = {
    // It was sent before, so this is a second sending.
    happened: [{ ...one, id: "1", kind: "sent", at, amount: null }, one],
    ...{ openedFirst: null, openedLast: null, broughtFrom: null, madeOf: null, emails: [] },
  } as Timeline;
  const doc = { kind: "invoice", invoiceNumber: "INV-0001", createdAt: 0, sentDate: "2026-06-18" };
  const told = happenings(doc as StoredDocument, noted).filter(({ id }) => id === "2");
  expect(told.map(({ label, tone, time }) => [label, tone, time])).toEqual([[says, tone, at + 1]]);
});

it.each([
  ["whatsapp", "By WhatsApp"],
  ["sms", "By text message"],
  ["qr", "Shown as a QR code"],
  ["share", "Shared from the device"],
  ["copy", "Link copied"],
  [null, "By link"],
])("says how a link was shared: %s", (by, says) => {
  const at = Date.parse("2026-06-18T07:00:00Z");
  const given = { id: "1", kind: "link_given", at, by, amount: null, email: null, said: null };
  const noted = {
    happened: [given],
    ...{ openedFirst: null, openedLast: null, broughtFrom: null, madeOf: null, emails: [] },
  } as Timeline;
  const doc = { kind: "quote", quoteNumber: "Q-0001", createdAt: 0, sentDate: "2026-06-18" };
  expect(happenings(doc as StoredDocument, noted).map(({ note }) => note)).toEqual([undefined, says]);
});

it("says what it was made from, and leads there", () => {
  const made = (more: object, noted: object = {}) => {
    const timeline = { happened: [], openedFirst: null, openedLast: null, emails: [], ...noted } as never;
    const [first] = happenings({ kind: "invoice", createdAt: 0, ...more } as StoredDocument, timeline);
    return [first?.label, first?.to];
  };
  expect(made({ sourceQuoteId: "q1" })).toEqual(["Created from a quote", "/quotes/q1"]);
  const credit = { kind: "credit_note", invoiceId: "i1", creditedInvoiceNumber: "INV-0003" };
  expect(made(credit)).toEqual(["Created for INV-0003", "/invoices/i1"]);
  const variation = { kind: "quote", variationOf: { id: "q2", quoteNumber: "Q-0002" } };
  expect(made(variation)).toEqual(["Started for quote Q-0002", "/quotes/q2"]);
  expect(made({}, { broughtFrom: "Tradify" })).toEqual(["Imported from Tradify", undefined]);
  expect(made({})).toEqual(["Draft created", undefined]);
});

it("says which credit notes there are, and when all was paid", () => {
  const creditNotes = [
    { id: "c1", number: "CN-0001", amount: "20.00" },
    { id: "c2", number: null, amount: "5.00" },
  ];
  const doc = { kind: "invoice", createdAt: 0, creditNotes, paidDate: "2026-06-20" } as never;
  expect(happenings(doc).map(({ label, to }) => [label, to])).toEqual([
    ["Draft created", undefined],
    ["Paid in full", undefined],
    ["£20.00 credited by CN-0001", "/credit-notes/c1"],
  ]);
});
