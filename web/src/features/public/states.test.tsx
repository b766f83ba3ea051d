// @vitest-environment window
// What the customer's page displays while it loads, when its link leads nowhere, when the server fails, and
// when the document is over or changes while it is read.
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { PaymentCard } from "../../api/generated/PaymentCard";
import type { Presentation } from "../../api/generated/Presentation";
import type { PublicPage as Page } from "../../api/generated/PublicPage";
import type { PublicResponse } from "../../api/generated/PublicResponse";
import { createQueryClient } from "../../api/query-client";
import { KINDS } from "../../documents/kind";
import { cleanups } from "../../testing/each-test";
import { MARGARET } from "../../testing/fixtures";
import {
  type FaultResponse,
  failConnection,
  mockFault,
  mockHeldResponse,
  mockResponse,
  respondJson,
  respondPage,
} from "../../testing/network";
import { NOT_FOUND } from "../../testing/screen-states";
import { CustomerPage } from "./CustomerPage";
import type { CustomerPageData } from "./page-data";

const TOKEN = "secret";

/** A quote that awaits the customer's decision. */
const QUOTE: Presentation = {
  kind: "quote",
  title: "QUOTE",
  heading: "Quote Q-0012",
  number: "Q-0012",
  template: "classic",
  logoUrl: null,
  businessName: "Pipe & Sons",
  badge: { code: "sent", label: "Sent", tone: "blue" },
  banners: [],
  summary: { label: "Total", amount: "£120.00", date: "Valid until 1 October 2026", deposit: "" },
  actions: { accept: true, decline: true, terms: false, options: false, pay: null },
  from: { label: "From", lines: [] },
  to: { label: "To", lines: [{ part: "name", text: MARGARET.name }] },
  details: { title: "Quote details", rows: [] },
  jobDescription: ["Replace the kitchen tap"],
  columns: ["Description", "", "", "Total"],
  lines: [],
  totals: [],
  notes: [],
  terms: [],
  payments: [],
  footer: [],
  help: { phone: "07700 900123", email: null, subject: "Quote Q-0012" },
};

/** An optional line that isn't ticked. */
const OPTION: Presentation["lines"][number] = {
  id: "filter",
  name: "Filter",
  description: [],
  labour: null,
  vat: null,
  quantity: "1",
  rate: "£168.00",
  amount: "£168.00",
  optional: true,
  selected: false,
  counted: false,
};

const INVOICE: Presentation = {
  ...QUOTE,
  kind: "invoice",
  title: "INVOICE",
  heading: "Invoice INV-0007",
  number: "INV-0007",
  actions: { ...QUOTE.actions, accept: false, decline: false },
};

const CREDIT_NOTE: Presentation = {
  ...INVOICE,
  kind: "credit_note",
  title: "CREDIT NOTE",
  heading: "Credit note CN-0003",
  number: "CN-0003",
};

const SHOWN: Record<DocumentKind, Presentation> = {
  quote: QUOTE,
  invoice: INVOICE,
  credit_note: CREDIT_NOTE,
};

/** The server's response; it has only the fields that the page reads. */
const createResponse = (presentation: Presentation, more: Partial<Page> = {}) =>
  ({
    page: {
      presentation,
      today: "2026-09-01",
      version: "one",
      acceptance: null,
      card: false,
      payByBank: false,
      pdf: `/${KINDS[presentation.kind].linkPrefix}/${TOKEN}.pdf`,
      ...more,
    },
  }) as PublicResponse;

/** The request of each kind. */
const CALLS = {
  quote: "GET /api/quotes/public/{token}",
  invoice: "GET /api/invoices/public/{token}",
  credit_note: "GET /api/credit-notes/public/{token}",
} as const satisfies Record<DocumentKind, string>;

const mockDocument = (presentation: Presentation, more?: Partial<Page>) =>
  mockResponse(CALLS[presentation.kind], createResponse(presentation, more));

/** The pages' sockets, over which the test sends live messages. */
let sockets: { onmessage: ((event: { data: string }) => void) | null }[];
const sendMessage = (type: string) =>
  act(async () => {
    for (const socket of sockets) socket.onmessage?.({ data: JSON.stringify({ type }) });
  });

beforeEach(() => {
  sockets = [];
  const before = globalThis.WebSocket;
  vi.stubGlobal(
    "WebSocket",
    class {
      onopen: (() => void) | null = null;
      onmessage = null;
      constructor() {
        sockets.push(this);
        queueMicrotask(() => this.onopen?.());
      }
      send() {}
      close() {}
    },
  );
  onTestFinished(() => void vi.stubGlobal("WebSocket", before));
});

/** Opens the page as its own entry point does; returns a user to operate it. */
function openPage(data: Partial<CustomerPageData> = {}) {
  const client = createQueryClient();
  cleanups.push(() => client.clear());
  render(
    <QueryClientProvider client={client}>
      <CustomerPage kind="quote" token={TOKEN} {...data} />
    </QueryClientProvider>,
  );
  return userEvent.setup({ delay: null });
}

const findTitle = (name: string) => screen.findByRole("heading", { level: 1, name });
/** There is another one at the foot for a phone. */
const acceptButton = () => screen.getAllByRole("button", { name: "Accept Quote" })[0] as HTMLElement;
const buttons = () => screen.queryAllByRole("button").map((button) => button.textContent);

describe.each(["quote", "invoice", "credit_note"] as const)("the customer's page of a %s", (kind) => {
  const { loading, notFoundTitle, notFound, name } = KINDS[kind];
  const { heading } = SHOWN[kind];
  const retry = () => screen.queryByRole("button", { name: "Try again" });

  it("says that it is loading, and then shows the document", async () => {
    const { release } = mockHeldResponse(CALLS[kind], createResponse(SHOWN[kind]));
    openPage({ kind });
    expect((await screen.findByRole("status")).textContent).toBe(loading);
    expect(screen.queryByRole("heading")).toBeNull();
    release();
    await findTitle(heading);
    expect(screen.queryByText(loading)).toBeNull();
    expect(document.title).toBe(`${heading} from Pipe & Sons`);
    // On a phone it is outside the header.
    const links = screen.getAllByRole("link", { name: "Download PDF" });
    for (const link of links)
      expect(link.getAttribute("href")).toBe(`/${KINDS[kind].linkPrefix}/${TOKEN}.pdf`);
  });

  it("shows the document that is embedded in the page, without a request", async () => {
    openPage({ kind, answer: createResponse(SHOWN[kind]) });
    await findTitle(heading);
  });

  const expectNotFound = async () => {
    await findTitle(notFoundTitle);
    screen.getByText(notFound);
    screen.getByText(new RegExp(`please contact the business that sent you the ${name}\\.$`));
    expect(document.title).toBe(notFoundTitle);
  };

  it("says that the link is invalid, and offers no second try", async () => {
    mockFault(CALLS[kind], NOT_FOUND);
    openPage({ kind });
    await expectNotFound();
    expect(retry()).toBeNull();
  });

  it("says that the link is invalid, without a request, when the page says so", async () => {
    openPage({ kind, answer: null });
    await expectNotFound();
    expect(retry()).toBeNull();
  });

  it.each<[string, FaultResponse]>([
    ["the server failed", respondJson(500, { message: "deadlock detected" })],
    ["the gateway responds with 502", respondPage(502)],
    ["there is no signal", failConnection],
  ])("can try again when %s", async (_, fault) => {
    mockFault(CALLS[kind], fault);
    const user = openPage({ kind });
    await expectNotFound();
    const { sent, release } = mockHeldResponse(CALLS[kind], createResponse(SHOWN[kind]));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect((await screen.findByRole("status")).textContent).toBe(loading);
    release();
    await findTitle(heading);
    expect(sent).toHaveLength(1);
  });
});

describe("a voided invoice", () => {
  const VOIDED = {
    title: "Invoice INV-0007 was voided",
    message: "Pipe & Sons voided this invoice: it is no longer valid, so there is nothing to pay for it.",
    replacement: { heading: "Invoice INV-0009", url: "https://pipe.example/i/other" },
    help: null,
  };
  const expectVoided = async () => {
    await findTitle(VOIDED.title);
    screen.getByText(VOIDED.message);
    expect(document.title).toBe(VOIDED.title);
    expect(buttons()).toEqual([]);
  };

  it("says that it was voided, and links to its replacement", async () => {
    openPage({ kind: "invoice", answer: null, voided: VOIDED });
    await expectVoided();
    const link = screen.getByRole("link", { name: "See Invoice INV-0009" });
    expect(link.getAttribute("href")).toBe(VOIDED.replacement.url);
  });

  it("says that it was voided when the server responds with 410", async () => {
    mockFault(CALLS.invoice, respondJson(410, { code: "voided", message: VOIDED.message, current: VOIDED }));
    openPage({ kind: "invoice" });
    await expectVoided();
  });

  it("says that it was voided when there is no replacement", async () => {
    openPage({ kind: "invoice", answer: null, voided: { ...VOIDED, replacement: null } });
    await expectVoided();
    expect(screen.queryByRole("link")).toBeNull();
  });

  it("has the business's phone number and email address", async () => {
    const help = { phone: "0113 496 0142", email: "office@pipe.example", subject: "Re: Invoice INV-0007" };
    openPage({ kind: "invoice", answer: null, voided: { ...VOIDED, replacement: null, help } });
    await expectVoided();
    expect(screen.getByRole("link", { name: "Call" }).getAttribute("href")).toBe("tel:01134960142");
    const address = "mailto:office@pipe.example?subject=Re%3A%20Invoice%20INV-0007";
    expect(screen.getByRole("link", { name: "Email" }).getAttribute("href")).toBe(address);
  });
});

describe("a document that is void, declined or expired", () => {
  const OVER = { code: "void", label: "Withdrawn", tone: "grey" } as const;
  const banner = (text: string) => [{ tone: "red" as const, text }];

  it.each<[string, Presentation]>([
    [
      "a voided invoice",
      { ...INVOICE, badge: { ...OVER, label: "Void" }, banners: banner("This invoice was withdrawn.") },
    ],
    [
      "a declined quote",
      {
        ...QUOTE,
        badge: { ...OVER, code: "declined", label: "Declined" },
        actions: { ...QUOTE.actions, accept: false, decline: false },
        banners: banner("You declined this quote."),
      },
    ],
  ])("shows the state of %s, and offers only to print or download it", async (_, over) => {
    openPage({ kind: over.kind, answer: createResponse(over) });
    await findTitle(over.heading);
    const panel = within(screen.getByRole("region", { name: over.badge.label }));
    panel.getByText(over.banners[0]?.text ?? "");
    expect(buttons()).toEqual(["Print/Download"]);
    screen.getAllByRole("link", { name: "Download PDF" });
  });

  it("offers to call the business when a quote has expired", async () => {
    const over = { ...QUOTE, badge: { ...OVER, code: "expired", label: "Expired" } };
    openPage({
      answer: createResponse({ ...over, actions: { ...over.actions, accept: false, decline: false } }),
    });
    const panel = within(await screen.findByRole("region", { name: "Expired" }));
    expect(panel.getByRole("link", { name: "Call" }).getAttribute("href")).toBe("tel:07700900123");
  });
});

describe("what a customer sees first", () => {
  it("says what an invoice is for, which stage it is, and that the amount includes VAT", async () => {
    const summary = {
      label: "Balance Due",
      amount: "£201.60",
      date: "Due today",
      deposit: "",
      vat: "including VAT",
      about: "New boiler",
      stage: "Stage 1 of quote Q-0012, 40% of the agreed £504.00",
    };
    openPage({ kind: "invoice", answer: createResponse({ ...INVOICE, summary }) });
    const panel = within(await screen.findByRole("region", { name: "Sent" }));
    const stage = `${summary.stage} including VAT`;
    for (const text of ["Balance Due including VAT", "£201.60", "Due today", summary.about, stage]) {
      expect(panel.getByText((_, element) => element?.textContent === text)).toBeDefined();
    }
  });

  it("adds nothing about VAT to a stage that the business describes without an amount", async () => {
    const summary = { ...INVOICE.summary, vat: "including VAT", stage: "Stage 1 of quote Q-0012, first fix" };
    openPage({ kind: "invoice", answer: createResponse({ ...INVOICE, summary }) });
    const panel = within(await screen.findByRole("region", { name: "Sent" }));
    panel.getByText(summary.stage);
  });

  const WITH_VAT = { ...QUOTE.summary, vat: "including VAT" };
  const DEPOSIT = "Deposit £30.00 on acceptance";

  it.each([
    [
      "with VAT",
      { ...WITH_VAT, deposit: DEPOSIT },
      `${DEPOSIT}, including VAT`,
      "Deposit (25%) including VAT",
    ],
    ["without VAT", { ...QUOTE.summary, deposit: DEPOSIT }, DEPOSIT, "Deposit (25%)"],
  ])(
    "says whether a deposit includes VAT, on the page and when accepting: %s",
    async (_, summary, line, row) => {
      const totals: Presentation["totals"] = [
        { kind: "total", label: "Total", note: null, amount: "£120.00" },
        { kind: "deposit", label: "Deposit (25%)", note: null, amount: "£30.00" },
      ];
      const user = openPage({ answer: createResponse({ ...QUOTE, summary, totals }) });
      await screen.findByText(line);
      await user.click(screen.getAllByRole("button", { name: "Accept Quote" })[0] as HTMLElement);
      const sheet = within(await screen.findByRole("dialog", { name: "Accept Quote Q-0012" }));
      await sheet.findByText(row);
    },
  );

  it("says once that a variation's amounts include VAT", async () => {
    const variation = {
      title: "Variation to quote Q-0012",
      rows: [
        { label: "Agreed so far", value: "£2,400.00" },
        { label: "This variation", value: "£120.00" },
      ],
    };
    openPage({ answer: createResponse({ ...QUOTE, summary: WITH_VAT, variation }) });
    await screen.findByText(
      (_, element) => element?.textContent === "Variation to quote Q-0012 (amounts including VAT)",
    );
  });

  const PAY: PaymentCard = {
    title: "Pay £30.00",
    amount: "£30.00",
    value: "30.00",
    options: [{ method: "cash", label: "Cash" }],
    bank: [],
    instalment: "instalment 1 of 2",
    all: { amount: "£120.00", value: "120.00" },
  };

  it("says once in the payment card that its amounts include VAT", async () => {
    const actions = { ...INVOICE.actions, pay: PAY };
    const user = openPage({
      kind: "invoice",
      answer: createResponse({ ...INVOICE, summary: WITH_VAT, actions }),
    });
    const part = within(await screen.findByRole("region", { name: "Pay £30.00" }));
    expect(part.getAllByText(/VAT/).map(({ textContent }) => textContent)).toEqual([
      "instalment 1 of 2, including VAT",
    ]);
    await user.click(part.getByRole("radio", { name: "All £120.00" }));
    const all = within(screen.getByRole("region", { name: "Pay £120.00" }));
    expect(all.getAllByText(/VAT/).map(({ textContent }) => textContent)).toEqual(["including VAT"]);
  });

  it("says that an amount includes VAT where the business accepts no payment method", async () => {
    const actions = {
      ...INVOICE.actions,
      pay: { ...PAY, options: [], instalment: undefined, all: undefined },
    };
    openPage({ kind: "invoice", answer: createResponse({ ...INVOICE, summary: WITH_VAT, actions }) });
    const title = await screen.findByRole("heading", { name: "Pay £30.00", level: 2 });
    expect(title.nextElementSibling?.textContent).toBe("including VAT");
  });

  it("says that the accepted total includes VAT", async () => {
    const acceptance = {
      ...{ name: "Jo Bloggs", acceptedAt: "01/09/2026 14:07", total: "£120.00", version: "one" },
      ...{ options: [], witness: null },
    };
    const summary = { ...QUOTE.summary, vat: "including VAT" };
    const actions = { ...QUOTE.actions, accept: false, decline: false };
    openPage({ answer: createResponse({ ...QUOTE, summary, actions }, { acceptance }) });
    await screen.findByText("Accepted by Jo Bloggs, 01/09/2026 14:07, for £120.00 including VAT");
  });

  it("says what an option adds, including VAT", async () => {
    const line = { ...OPTION, adds: "£201.60 including VAT" };
    const actions = { ...QUOTE.actions, options: true };
    openPage({ answer: createResponse({ ...QUOTE, actions, lines: [line] }) });
    await findTitle(QUOTE.heading);
    screen.getByText("£201.60 including VAT");
  });

  it("links from a quote to its invoices", async () => {
    const invoices = [{ heading: "Invoice INV-0007", url: "https://pipe.example/i/other" }];
    openPage({ answer: createResponse(QUOTE, { invoices }) });
    const link = await screen.findByRole("link", { name: "See Invoice INV-0007" });
    expect(link.getAttribute("href")).toBe("https://pipe.example/i/other");
  });
});

describe("cancelling a job", () => {
  const cancellation: Presentation["cancellation"] = {
    right: true,
    line: "You may cancel until 10/12/2026.",
    earlyNote: "",
    notice: [],
    form: [],
    early: "",
    cancel: true,
  };

  it.each([
    [
      "an email address",
      [{ part: "email", text: MARGARET.email }],
      "Pipe & Sons will be told straight away, and you’ll get an email to confirm. You can’t undo this here.",
    ],
    ["no email address", [], "Pipe & Sons will be told straight away. You can’t undo this here."],
  ] as const)(
    "promises a confirmation email only when there is an address to send it to: %s",
    async (_, more, says) => {
      const to = { ...QUOTE.to, lines: [...QUOTE.to.lines, ...more] };
      const user = openPage({ answer: createResponse({ ...QUOTE, to, cancellation }) });
      // There is another one below the document for a phone.
      const [button] = await screen.findAllByRole("button", { name: "Cancel this job" });
      await user.click(button as HTMLElement);
      const sheet = await screen.findByRole("dialog", { name: "Cancel this job?" });
      within(sheet).getByText(says);
    },
  );
});

describe("a page that is already open", () => {
  const CHANGED = { ...QUOTE, summary: { ...QUOTE.summary, amount: "£150.00" } };
  const TITLE = "This quote has changed since you opened it";

  /** Opens the page, and has the business change the quote. */
  async function openAndChange() {
    const user = openPage({ answer: createResponse(QUOTE) });
    await findTitle(QUOTE.heading);
    const change = async () => {
      mockDocument(CHANGED, { version: "two" });
      await sendMessage("quote_updated");
    };
    return { user, change };
  }

  it("says that the quote cannot be found once its link is withdrawn", async () => {
    openPage({ answer: createResponse(QUOTE) });
    await findTitle(QUOTE.heading);
    mockFault(CALLS.quote, NOT_FOUND);
    await sendMessage("status_update");
    await findTitle("Quote Not Found");
    expect(buttons()).toEqual([]);
  });

  it("stays as it is when the new version cannot be loaded", async () => {
    openPage({ answer: createResponse(QUOTE) });
    await findTitle(QUOTE.heading);
    const failing = mockFault(CALLS.quote, respondJson(500, { message: "deadlock detected" }));
    await sendMessage("quote_updated");
    await waitFor(() => expect(failing).toHaveLength(1));
    await findTitle(QUOTE.heading);
    acceptButton();
  });

  it("says that the quote has changed, and shows the changes on request", async () => {
    const { user, change } = await openAndChange();
    await change();
    const banner = within(await screen.findByRole("region", { name: TITLE }));
    await waitFor(() =>
      expect(screen.getByRole("region", { name: "Sent" }).textContent).toContain("£150.00"),
    );
    const requests = mockResponse("GET /api/quotes/public/{token}/changes", {
      comparison: {
        total: { before: "£120.00", after: "£150.00", difference: "£30.00 more" },
        changes: [{ part: "job", deed: "added", name: "A second tap", values: [] }],
      },
    });
    await user.click(banner.getByRole("button", { name: "See what changed" }));
    await banner.findByText("A second tap");
    expect(requests.map(({ query }) => query.get("since"))).toEqual(["one"]);
    await user.click(banner.getByRole("button", { name: "Got it" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: TITLE })).toBeNull());
  });

  it("says that the changes could not be loaded, and can load them again", async () => {
    const { user, change } = await openAndChange();
    await change();
    const banner = within(await screen.findByRole("region", { name: TITLE }));
    mockFault("GET /api/quotes/public/{token}/changes", respondJson(500, { message: "deadlock detected" }));
    await user.click(banner.getByRole("button", { name: "See what changed" }));
    await banner.findByText("We couldn’t load what changed. This page shows the quote as it is now.");
    // It is no longer known which version that was.
    mockResponse("GET /api/quotes/public/{token}/changes", { comparison: null });
    await user.click(banner.getByRole("button", { name: "See what changed" }));
    await banner.findByText("Look at it again before you accept.");
  });

  it("says in the open dialog that the quote has changed, and does not accept the unread version", async () => {
    const { user, change } = await openAndChange();
    await user.click(acceptButton());
    const sheet = within(await screen.findByRole("dialog", { name: "Accept Quote Q-0012" }));
    await change();
    await sheet.findByText("The quote has just changed");
    const accept = sheet.getByRole<HTMLButtonElement>("button", { name: "Accept Quote" });
    expect(accept.disabled).toBe(true);
    await user.click(sheet.getByRole("button", { name: "Read the new version" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() =>
      expect(screen.getByRole("region", { name: "Sent" }).textContent).toContain("£150.00"),
    );
  });
});

describe("a decline that is refused", () => {
  async function decline(fault: FaultResponse) {
    const sent = mockFault("POST /api/quotes/public/{token}/decline", fault);
    const user = openPage({ answer: createResponse(QUOTE) });
    await user.click(await screen.findByRole("button", { name: "Decline Quote" }));
    const sheet = within(await screen.findByRole("dialog", { name: "Decline Quote Q-0012?" }));
    await user.click(sheet.getByRole("button", { name: "Decline Quote" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    return { user, sheet, sent };
  }

  // Errors are also logged to the console.
  beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

  it("says so in the dialog, and can be sent again", async () => {
    mockDocument(QUOTE);
    const { user, sheet, sent } = await decline(respondJson(500, { message: "deadlock detected" }));
    await sheet.findByText("The server had a problem. Your work is still here: please try again.");
    await user.click(sheet.getByRole("button", { name: "Decline Quote" }));
    await waitFor(() => expect(sent).toHaveLength(2));
  });

  it("says why at the top of the page when the quote was accepted in the meantime", async () => {
    const problem = "This quote was accepted a moment ago.";
    const actions = { ...QUOTE.actions, accept: false, decline: false };
    mockDocument({ ...QUOTE, badge: { code: "accepted", label: "Accepted", tone: "green" }, actions });
    await decline(respondJson(409, { message: problem }));
    const panel = within(await screen.findByRole("region", { name: "Accepted" }));
    await panel.findByText(problem);
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("a copy button beside the payment details", () => {
  const PAY: PaymentCard = {
    title: "Pay £1,120.00",
    amount: "£1,120.00",
    value: "1120.00",
    options: [
      { method: "bank_transfer", label: "Bank transfer" },
      { method: "paypal", label: "PayPal" },
    ],
    bank: [
      { label: "Account name", value: "Pipe & Sons" },
      { label: "Sort code", value: "20-00-00" },
      { label: "Account number", value: "55779911" },
      { label: "Reference", value: "INV-0007" },
    ],
    paypal: "pay@pipe.example",
  };
  const payments: Record<string, Record<string, string>> = {
    "Bank transfer": {
      "Copy account name": "Pipe & Sons",
      "Copy sort code": "20-00-00",
      "Copy account number": "55779911",
      "Copy reference": "INV-0007",
      // In the format that the field of a banking app accepts.
      "Copy amount": "1120.00",
    },
    PayPal: { "Copy PayPal email": "pay@pipe.example", "Copy amount": "1120.00" },
  };

  it.each(Object.entries(payments))("copies the value without formatting: %s", async (payment, copied) => {
    const user = openPage({
      kind: "invoice",
      answer: createResponse({ ...INVOICE, actions: { ...INVOICE.actions, pay: PAY } }),
    });
    await user.click(await screen.findByRole("radio", { name: payment }));
    const copiedValues: Record<string, string> = {};
    for (const button of screen.getAllByRole("button", { name: /^Copy / })) {
      const name = button.getAttribute("aria-label") ?? "";
      await user.click(button);
      await waitFor(() => expect(button.getAttribute("aria-label")).toMatch(/ copied$/));
      copiedValues[name] = await navigator.clipboard.readText();
    }
    expect(copiedValues).toEqual(copied);
  });
});
