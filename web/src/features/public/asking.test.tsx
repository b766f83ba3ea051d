// @vitest-environment window
// The questions a customer can ask on a document's page, and where accepting leads when a deposit is due.
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PaymentCard } from "../../api/generated/PaymentCard";
import type { Presentation } from "../../api/generated/Presentation";
import type { PublicPage as Page } from "../../api/generated/PublicPage";
import type { PublicResponse } from "../../api/generated/PublicResponse";
import { createQueryClient } from "../../api/query-client";
import { cleanups } from "../../testing/each-test";
import { mockFault, mockHeldResponse, mockResponse, respondJson } from "../../testing/network";
import { CustomerPage } from "./CustomerPage";

const TOKEN = "secret";

const QUOTE: Presentation = {
  kind: "quote",
  title: "QUOTE",
  heading: "Quote Q-0012",
  number: "Q-0012",
  template: "classic",
  logoUrl: null,
  businessName: "Pipe & Sons",
  badge: { code: "sent", label: "Pending", tone: "blue" },
  banners: [],
  summary: { label: "Total", amount: "£120.00", date: "Valid until 1 October 2026", deposit: "" },
  actions: { accept: true, decline: true, terms: false, options: false, pay: null },
  from: { label: "From", lines: [] },
  to: { label: "To", lines: [] },
  details: { title: "Quote details", rows: [] },
  jobDescription: ["Replace the kitchen tap"],
  columns: ["Description", "", "", "Total"],
  lines: [],
  totals: [],
  notes: [],
  terms: [],
  payments: [],
  footer: [],
  help: null,
};

const createResponse = (presentation: Presentation, more: Partial<Page> = {}) =>
  ({
    page: {
      presentation,
      today: "2026-09-01",
      version: "one",
      acceptance: null,
      card: false,
      payByBank: false,
      pdf: `/q/${TOKEN}.pdf`,
      ...more,
    },
  }) as PublicResponse;

/** Opens the customer's page; returns a user to operate it. */
function openPage(answer: PublicResponse) {
  const client = createQueryClient();
  cleanups.push(() => client.clear());
  render(
    <QueryClientProvider client={client}>
      <CustomerPage kind="quote" token={TOKEN} answer={answer} />
    </QueryClientProvider>,
  );
  return userEvent.setup({ delay: null });
}

/** There are two: one at the foot for a phone, and one beside the document for a wide screen. */
const press = async (user: ReturnType<typeof openPage>, name: string) =>
  user.click((await screen.findAllByRole("button", { name }))[0] as HTMLElement);
const ASK = "POST /api/quotes/public/{token}/question";
/** What the page refetches after a question was sent. */
const PAGE = "GET /api/quotes/public/{token}";

// Errors are also logged to the console.
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

describe("asking a question on a document's page", () => {
  it("sends a question once, and says who replies", async () => {
    const user = openPage(createResponse(QUOTE, { ask: { changes: true, hasEmail: true } }));
    await press(user, "Ask a question");
    const sheet = within(await screen.findByRole("dialog", { name: "Ask a question" }));
    expect(sheet.queryByLabelText(/^Your email/), "the business knows the address").toBeNull();
    await user.type(sheet.getByLabelText("Your question"), "  Does it include the tap?  ");
    const { sent, release } = mockHeldResponse(ASK, { hasEmail: true });
    mockResponse(PAGE, createResponse(QUOTE, { ask: { changes: true, hasEmail: true } }));
    await user.dblClick(sheet.getByRole("button", { name: "Send question" }));
    release();
    const done = await screen.findByRole("dialog", { name: "Question sent" });
    expect(done.textContent).toContain("Pipe & Sons will reply to you by email.");
    expect(sent.map(({ body }) => body)).toEqual([{ wish: "question", words: "Does it include the tap?" }]);
  });

  it("shows earlier questions, and a new one as soon as it is sent", async () => {
    const before = {
      wish: "question",
      words: "Does it include the tap?",
      asked: "30/11/2026 14:05",
      reply: "Replied by email on 01/12/2026 09:30",
    } as const;
    const user = openPage(createResponse(QUOTE, { ask: { changes: true, hasEmail: true }, asked: [before] }));
    const list = () =>
      within(screen.getAllByRole("region", { name: "What you asked" })[0] as HTMLElement)
        .getAllByRole("listitem")
        .map((item) => item.textContent);
    const questionText =
      "Does it include the tap?Question · 30/11/2026 14:05Replied by email on 01/12/2026 09:30";
    await waitFor(() => expect(list()).toEqual([questionText]));
    await press(user, "Request changes");
    const sheet = within(await screen.findByRole("dialog", { name: "Request changes" }));
    await user.type(sheet.getByLabelText("What would you like changed?"), "Without the sink, please.");
    mockResponse(ASK, { hasEmail: true });
    const changedPage = {
      wish: "changes",
      words: "Without the sink, please.",
      asked: "02/12/2026 08:00",
      reply: "Not answered yet",
    } as const;
    mockResponse(
      PAGE,
      createResponse(QUOTE, { ask: { changes: true, hasEmail: true }, asked: [changedPage, before] }),
    );
    await user.click(sheet.getByRole("button", { name: "Send request" }));
    const done = within(await screen.findByRole("dialog", { name: "Request sent" }));
    // The sheet also has a cross with that name.
    await user.click(done.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
    await waitFor(() =>
      expect(list()).toEqual([
        "Without the sink, please.Changes requested · 02/12/2026 08:00Not answered yet",
        questionText,
      ]),
    );
  });

  it("offers to request changes once, beside 'Decline Quote'", async () => {
    openPage(createResponse(QUOTE, { ask: { changes: true, hasEmail: true } }));
    await screen.findAllByRole("button", { name: "Ask a question" });
    const requests = screen.getAllByRole("button", { name: "Request changes" });
    expect(requests.map((button) => button.nextElementSibling?.textContent)).toEqual(["Decline Quote"]);
  });

  it("asks for an email address when the business has none, and promises no email without one", async () => {
    const user = openPage(createResponse(QUOTE, { ask: { changes: true, hasEmail: false } }));
    await press(user, "Request changes");
    const sheet = within(await screen.findByRole("dialog", { name: "Request changes" }));
    await user.type(sheet.getByLabelText("What would you like changed?"), "Without the sink, please.");
    const sent = mockResponse(ASK, { hasEmail: false });
    mockResponse(PAGE, createResponse(QUOTE, { ask: { changes: true, hasEmail: false } }));
    await user.click(sheet.getByRole("button", { name: "Send request" }));
    const done = await screen.findByRole("dialog", { name: "Request sent" });
    expect(done.textContent).toContain("Pipe & Sons has it and will get in touch.");
    expect(done.textContent).not.toContain("email");
    expect(sent.map(({ body }) => body)).toEqual([{ wish: "changes", words: "Without the sink, please." }]);
  });

  it.each([
    ["question", "Ask a question", "Your question", "Send question"],
    ["changes", "Request changes", "What would you like changed?", "Send request"],
  ])("sends the email address that was entered too: %s", async (wish, open, label, send) => {
    const user = openPage(createResponse(QUOTE, { ask: { changes: true, hasEmail: false } }));
    await press(user, open);
    const sheet = within(await screen.findByRole("dialog", { name: open }));
    await user.type(sheet.getByLabelText(label), "Does it include the tap?");
    await user.type(sheet.getByLabelText(/^Your email/), " jo@example.com ");
    const sent = mockResponse(ASK, { hasEmail: true });
    mockResponse(PAGE, createResponse(QUOTE, { ask: { changes: true, hasEmail: true } }));
    await user.click(sheet.getByRole("button", { name: send }));
    await screen.findByText("Pipe & Sons will reply to you by email.");
    expect(sent.map(({ body }) => body)).toEqual([
      { wish, words: "Does it include the tap?", email: "jo@example.com" },
    ]);
  });

  it("says what is wrong beside the field, and still has the text when the dialog is opened again", async () => {
    const user = openPage(createResponse(QUOTE, { ask: { changes: false, hasEmail: false } }));
    expect(screen.queryByRole("button", { name: "Request changes" })).toBeNull();
    await press(user, "Ask a question");
    const open = async () => within(await screen.findByRole("dialog", { name: "Ask a question" }));
    let sheet = await open();
    await user.type(sheet.getByLabelText("Your question"), "When can you start?");
    await user.type(sheet.getByLabelText(/^Your email/), "jo@");
    const problem = "Please enter a valid email address.";
    mockFault(
      ASK,
      respondJson(422, {
        message: problem,
        errors: [{ path: "email", code: "invalid_email", msg: problem }],
      }),
    );
    await user.click(sheet.getByRole("button", { name: "Send question" }));
    await sheet.findByText(problem);
    await user.click(sheet.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await press(user, "Ask a question");
    sheet = await open();
    expect(sheet.getByLabelText<HTMLTextAreaElement>("Your question").value).toBe("When can you start?");
    expect(sheet.getByLabelText<HTMLInputElement>(/^Your email/).value).toBe("jo@");
  });

  it("says that too many questions were sent", async () => {
    const user = openPage(createResponse(QUOTE, { ask: { changes: true, hasEmail: true } }));
    await press(user, "Ask a question");
    const sheet = within(await screen.findByRole("dialog", { name: "Ask a question" }));
    const problem =
      "That was a lot of questions in a short time. Please try again later, or contact the business.";
    mockFault(ASK, respondJson(429, { code: "too_many_requests", message: problem }));
    await user.type(sheet.getByLabelText("Your question"), "And now?");
    await user.click(sheet.getByRole("button", { name: "Send question" }));
    await sheet.findByText(problem);
  });

  it("offers no question when none can be asked", async () => {
    openPage(createResponse(QUOTE));
    await screen.findByRole("heading", { level: 1, name: QUOTE.heading });
    expect(screen.queryByRole("button", { name: "Ask a question" })).toBeNull();
    expect(screen.queryByRole("heading", { name: "Need Help?" })).toBeNull();
  });
});

describe("accepting a quote", () => {
  const PAY: PaymentCard = {
    title: "Pay Deposit (£30.00)",
    amount: "£30.00",
    value: "30.00",
    options: [{ method: "cash", label: "Cash" }],
    bank: [],
  };
  const accepted = (pay: PaymentCard | null): Presentation => ({
    ...QUOTE,
    badge: { code: "accepted", label: "Accepted", tone: "green" },
    banners: [{ tone: "green", text: "Quote accepted on 01/09/2026." }],
    actions: { ...QUOTE.actions, accept: false, decline: false, pay },
  });
  const accept = async (pay: PaymentCard | null) => {
    const user = openPage(createResponse(QUOTE));
    await press(user, "Accept Quote");
    const sheet = within(await screen.findByRole("dialog", { name: "Accept Quote Q-0012" }));
    await user.type(await sheet.findByLabelText("Your name"), "Margaret Holroyd");
    mockResponse("POST /api/quotes/public/{token}/accept", createResponse(accepted(pay)));
    mockResponse("GET /api/quotes/public/{token}", createResponse(accepted(pay)));
    await user.click(sheet.getByRole("button", { name: "Accept Quote" }));
    await screen.findByRole("region", { name: "Accepted" });
  };

  it("goes straight on to the deposit when one is due", async () => {
    await accept(PAY);
    const card = await screen.findByRole("region", { name: "Pay Deposit (£30.00)" });
    await waitFor(() => expect(document.activeElement).toBe(card));
    expect(card.textContent).toContain("Thank you, you have accepted the quote. The deposit is due now.");
    within(card).getByRole("button", { name: "I have paid in cash" });
  });

  it("says that the quote is accepted when no deposit is due", async () => {
    await accept(null);
    const panel = screen.getByRole("region", { name: "Accepted" });
    await waitFor(() => expect(document.activeElement).toBe(panel));
    expect(screen.queryByRole("region", { name: /^Pay Deposit/ })).toBeNull();
  });
});

describe("declining a quote", () => {
  it.each([
    [
      "both",
      { phone: "07700 900123", email: "hello@pipe.example" },
      " You can still call or write to them about it.",
    ],
    ["a phone", { phone: "07700 900123", email: null }, " You can still call them about it."],
    [
      "an email address",
      { phone: null, email: "hello@pipe.example" },
      " You can still write to them about it.",
    ],
    ["neither", null, ""],
  ])("says how to reach a business that gave %s", async (_, contact, text) => {
    const help = contact && { ...contact, subject: "Quote Q-0012" };
    const user = openPage(createResponse({ ...QUOTE, help }));
    await press(user, "Decline Quote");
    const sheet = await screen.findByRole("dialog", { name: "Decline Quote Q-0012?" });
    within(sheet).getByText(`We’ll let Pipe & Sons know.${text}`);
  });

  it.each([
    ["with the reason that was entered", " Too dear for us ", { reason: "Too dear for us" }],
    ["without a reason when none was entered", "  ", undefined],
  ])("sends the decision %s", async (_, typed, body) => {
    const user = openPage(createResponse(QUOTE));
    await press(user, "Decline Quote");
    const sheet = within(await screen.findByRole("dialog", { name: "Decline Quote Q-0012?" }));
    await user.type(sheet.getByLabelText(/^Reason/), typed);
    const declined = createResponse({
      ...QUOTE,
      actions: { ...QUOTE.actions, accept: false, decline: false },
    });
    const sent = mockResponse("POST /api/quotes/public/{token}/decline", declined);
    mockResponse(PAGE, declined);
    await user.click(sheet.getByRole("button", { name: "Decline Quote" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent.map((request) => request.body)).toEqual([body]);
  });
});

describe("two quick presses", () => {
  const PAY: PaymentCard = {
    title: "Pay £30.00",
    amount: "£30.00",
    value: "30.00",
    options: [{ method: "cash", label: "Cash" }],
    bank: [],
  };
  const done = createResponse({ ...QUOTE, actions: { ...QUOTE.actions, accept: false, decline: false } });

  it("accept a quote once", async () => {
    const user = openPage(createResponse(QUOTE));
    await press(user, "Accept Quote");
    const sheet = within(await screen.findByRole("dialog", { name: "Accept Quote Q-0012" }));
    await user.type(await sheet.findByLabelText("Your name"), "Margaret Holroyd");
    const { sent, release } = mockHeldResponse("POST /api/quotes/public/{token}/accept", done);
    mockResponse(PAGE, done);
    await user.dblClick(sheet.getByRole("button", { name: "Accept Quote" }));
    release();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent).toHaveLength(1);
  });

  it("decline a quote once", async () => {
    const user = openPage(createResponse(QUOTE));
    await press(user, "Decline Quote");
    const sheet = within(await screen.findByRole("dialog", { name: "Decline Quote Q-0012?" }));
    const { sent, release } = mockHeldResponse("POST /api/quotes/public/{token}/decline", done);
    mockResponse(PAGE, done);
    await user.dblClick(sheet.getByRole("button", { name: "Decline Quote" }));
    release();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent).toHaveLength(1);
  });

  it("report a payment once", async () => {
    const user = openPage(
      createResponse({ ...QUOTE, actions: { ...QUOTE.actions, accept: false, decline: false, pay: PAY } }),
    );
    const { sent, release } = mockHeldResponse("POST /api/quotes/public/{token}/payment", done);
    mockResponse(PAGE, done);
    await user.dblClick(await screen.findByRole("button", { name: "I have paid in cash" }));
    release();
    await waitFor(() => expect(screen.queryByRole("button", { name: "I have paid in cash" })).toBeNull());
    expect(sent).toHaveLength(1);
  });
});

describe("reporting a payment", () => {
  const PAY: PaymentCard = {
    title: "Pay £30.00",
    amount: "£30.00",
    value: "30.00",
    options: [
      { method: "cash", label: "Cash" },
      { method: "bank_transfer", label: "Bank transfer" },
    ],
    bank: [],
  };
  const INSTALMENT = { ...PAY, instalment: "first of two", all: { amount: "£60.00", value: "60.00" } };

  it.each<[string, PaymentCard, string | null, object]>([
    ["the payment method", PAY, null, { method: "bank_transfer" }],
    [
      "the payment method and the amount of the instalment",
      INSTALMENT,
      null,
      { method: "bank_transfer", amount: "30.00", left: "60.00" },
    ],
    [
      "the payment method and the whole balance",
      INSTALMENT,
      "£60.00",
      { method: "bank_transfer", amount: "60.00", left: "60.00" },
    ],
  ])("sends %s", async (_, pay, all, body) => {
    const answer = createResponse({
      ...QUOTE,
      actions: { ...QUOTE.actions, accept: false, decline: false, pay },
    });
    const user = openPage(answer);
    if (all) await user.click(await screen.findByRole("radio", { name: new RegExp(all) }));
    await user.click(await screen.findByRole("radio", { name: "Bank transfer" }));
    const sent = mockResponse("POST /api/quotes/public/{token}/payment", answer);
    mockResponse(PAGE, answer);
    await user.click(await screen.findByRole("button", { name: "I have made the transfer" }));
    await waitFor(() => expect(sent.map((request) => request.body)).toEqual([body]));
  });

  it("thanks a customer who has paid the deposit, and says what comes next", async () => {
    const actions = { ...QUOTE.actions, accept: false, decline: false };
    const user = openPage(createResponse({ ...QUOTE, actions: { ...actions, pay: PAY } }));
    await user.click(await screen.findByRole("radio", { name: "Cash" }));
    const answer = createResponse({ ...QUOTE, actions });
    mockResponse("POST /api/quotes/public/{token}/payment", answer);
    mockResponse(PAGE, answer);
    await user.click(await screen.findByRole("button", { name: "I have paid in cash" }));
    await screen.findByText(/^Thank you\. .+ will confirm the deposit when it has arrived\./);
  });

  it("brings the bank details into view with the button below them, which doesn't cover them", async () => {
    const scrolled: Element[] = [];
    vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element) {
      scrolled.push(this);
    });
    const user = openPage(
      createResponse({ ...QUOTE, actions: { ...QUOTE.actions, accept: false, decline: false, pay: PAY } }),
    );
    const findPlace = async (name: string) => (await screen.findByRole("button", { name })).parentElement;
    await user.click(await screen.findByRole("radio", { name: "Cash" }));
    expect((await findPlace("I have paid in cash"))?.className).toContain("sticky");
    expect(scrolled).toEqual([]);
    await user.click(screen.getByRole("radio", { name: "Bank transfer" }));
    const place = await findPlace("I have made the transfer");
    expect(place?.className).not.toContain("sticky");
    expect(scrolled).toEqual([place]);
  });
});
