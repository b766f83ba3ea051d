// @vitest-environment window
// An email that may not have arrived: on the invoice's page, in the list and among the notifications.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { DocumentEmail } from "../../api/generated/DocumentEmail";
import type { Timeline } from "../../api/generated/Timeline";
import { createDraft, createList, createSummary } from "../../testing/fixtures";
import { mockFault, mockResponse, respondJson } from "../../testing/network";
import { findToast, openSignedIn } from "../../testing/open-app";

const ID = createDraft("invoice").id;
const AT = Date.UTC(2026, 8, 1, 9);

const SAYS =
  "The mail server didn’t say whether it accepted the email to jo@example.com. Ask your customer, or send it again.";

const LOST: DocumentEmail = {
  id: "2f7c7a4e-0a55-4c0f-9a0b-6a4f2f0d1e01",
  subject: "Invoice PL-0001 from Pipe & Sons",
  state: "unconfirmed",
  says: SAYS,
  unsettled: true,
  maySendAgain: true,
};

const createTimeline = (email: DocumentEmail): Timeline => ({
  happened: [
    { id: "1", kind: "sent", at: AT, by: null, amount: null, email: email.id, said: null },
    { id: "2", kind: "email_unconfirmed", at: AT + 1, by: null, amount: null, email: email.id, said: SAYS },
  ],
  openedFirst: null,
  openedLast: null,
  broughtFrom: null,
  madeOf: null,
  emails: [email],
});

/** Opens the page of an invoice whose email may be lost. */
function openLost(email = LOST) {
  mockResponse("GET /api/invoices/{id}", {
    ...createDraft("invoice"),
    invoiceNumber: "PL-0001",
    dueDate: null,
    paidDate: null,
    sourceQuoteId: null,
    stageOfId: null,
    creditNotes: [],
    toGiveBack: "0.00",
    instalmentsSum: "0.00",
  });
  mockResponse("GET /api/invoices/{id}/timeline", createTimeline(email));
  mockResponse("GET /api/income-tax/pot", { percentage: "20" });
  mockResponse("GET /api/invoices/{id}/einvoice/check", { wanted: false, orderReference: "", findings: [] });
  return openSignedIn(`/invoices/${ID}`);
}

const findBanner = async (title: string) => {
  const heading = await screen.findByText(title, { selector: "[role=status] *, [role=alert] *" });
  const banner = heading.closest<HTMLElement>("[role=status], [role=alert]");
  if (!banner) throw new Error("no banner");
  return within(banner);
};

it("marks an invoice in the list when its email is not confirmed", async () => {
  mockResponse("GET /api/invoices", createList(createSummary("invoice", { lostEmail: "unconfirmed" })));
  mockResponse("GET /api/invoices/counts", []);
  mockResponse("GET /api/invoices/batches", []);
  mockResponse("GET /api/views", []);
  await openSignedIn("/invoices");
  const marks = await screen.findAllByRole("img", { name: "Email not confirmed" });
  expect(marks).not.toEqual([]);
});

it("notifies about an email that is not confirmed, with a link to the invoice", async () => {
  mockResponse("GET /api/notifications", [
    {
      id: "1f2e3d4c-5b6a-4978-8695-a4b3c2d1e008",
      kind: "mail_unconfirmed",
      sentence: "Invoice PL-0001: the email to Jo Bloggs is not confirmed",
      subjectKind: "invoice",
      subjectId: ID,
      createdAt: AT,
      readAt: null,
    },
  ]);
  await openSignedIn("/notifications");
  const row = await screen.findByText(/the email to Jo Bloggs is not confirmed/);
  expect(row.closest("a")?.getAttribute("href")).toBe(`/invoices/${ID}`);
});

it("says on the page and in the timeline that an email is not confirmed, and sends it again", async () => {
  const user = await openLost();
  const banner = await findBanner("Email not confirmed");
  banner.getByText(SAYS);
  banner.getByText("Subject: Invoice PL-0001 from Pipe & Sons");
  // The timeline doesn't say that the email was delivered, and gives the reason beneath.
  await screen.findByText("By email: not confirmed");
  expect(screen.getAllByText(SAYS)).toHaveLength(2);
  const requests = mockResponse(
    "POST /api/invoices/{id}/emails/{email}/again",
    createTimeline({ ...LOST, state: "waiting", says: null, unsettled: false, maySendAgain: false }),
  );
  await user.click(banner.getByRole("button", { name: "Send again" }));
  await screen.findByText("By email: on its way to the mail server");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Send again" })).toBeNull());
  expect(requests.map(({ params }) => params.email)).toEqual([LOST.id]);
});

it("removes the question once the business says that the customer has the email", async () => {
  const user = await openLost();
  const banner = await findBanner("Email not confirmed");
  mockResponse(
    "POST /api/invoices/{id}/emails/{email}/arrived",
    createTimeline({ ...LOST, state: "arrived", says: null, unsettled: false, maySendAgain: false }),
  );
  await user.click(banner.getByRole("button", { name: "They have it" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "They have it" })).toBeNull());
  await screen.findByText("By email");
});

it("says why an email was refused, and why it cannot be sent again", async () => {
  const says = "The mail server doesn’t accept the email to jo@example.com: there is no such mailbox.";
  const user = await openLost({ ...LOST, state: "refused", says });
  const banner = await findBanner("Email refused");
  banner.getByText(says);
  const message = "You have sent 20 emails to customers within the last hour.";
  mockFault(
    "POST /api/invoices/{id}/emails/{email}/again",
    respondJson(429, { message, code: "too_many_mails" }),
  );
  await user.click(banner.getByRole("button", { name: "Send again" }));
  await findToast(message);
  banner.getByText(says);
});
