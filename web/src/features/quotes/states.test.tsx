// @vitest-environment window
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { Batch } from "../../api/generated/Batch";
import { forgetBatch } from "../../documents/batches/batches";
import {
  ACCOUNT,
  createDraft,
  createList,
  createSummary,
  MARGARET,
  NO_DOCUMENTS,
} from "../../testing/fixtures";
import { mockFault, mockResponse, respondJson } from "../../testing/network";
import { openSignedIn } from "../../testing/open-app";
import { describeScreenStates, NOT_FOUND } from "../../testing/screen-states";
// The largest of the screens, so it is loaded before a test waits for it.
import "./QuoteEditorPage";

const ID = createSummary("quote").id;

const DRAFT = {
  ...createDraft("quote"),
  quoteNumber: null,
  expiryDate: null,
  acceptedDate: null,
  declinedDate: null,
  declineReason: null,
  acceptance: null,
  depositFate: null,
  convertedInvoiceId: null,
  stages: 0,
};

const pot = () => mockResponse("GET /api/income-tax/pot", { percentage: "20" });

describeScreenStates("the quotes", {
  path: "/quotes",
  call: "GET /api/quotes",
  answer: createList(createSummary("quote")),
  shows: "PL-0001",
  besides: () => {
    mockResponse("GET /api/quotes/counts", []);
    mockResponse("GET /api/quotes/batches", []);
    mockResponse("GET /api/views", []);
  },
  empty: {
    answer: NO_DOCUMENTS,
    says: "Your quotes will be here",
    next: ["Make your first quote", "/quotes/create"],
  },
  fails: "Your quotes could not be loaded",
});

describeScreenStates("the versions of a quote", {
  path: `/quotes/${ID}/versions`,
  call: "GET /api/quotes/{id}/versions",
  answer: { versions: [], total: 0 },
  shows: "It has not been sent yet",
  fails: "The versions could not be loaded",
  refused: [
    {
      when: "when the quote no longer exists",
      by: NOT_FOUND,
      says: "We couldn’t find this quote",
      next: ["All quotes", "/quotes"],
    },
  ],
});

it("says that a version could not be loaded, and tries again", async () => {
  const versionNumbered = (number: number) => ({
    number,
    issuedAt: Date.UTC(2026, 8, number, 9),
    byCustomer: false,
    accepted: false,
    totalAmount: "120.00",
  });
  mockResponse("GET /api/quotes/{id}/versions", {
    versions: [versionNumbered(2), versionNumbered(1)],
    total: 2,
  });
  mockResponse("GET /api/quotes/{id}/versions/{number}/changes", {
    since: 1,
    number: 2,
    comparison: { total: { before: "£120.00", after: "£120.00", difference: "" }, changes: [] },
  });
  const sent = mockFault(
    "GET /api/quotes/{id}/versions/{number}",
    respondJson(500, { message: "deadlock detected" }),
  );
  const user = await openSignedIn(`/quotes/${ID}/versions`);
  await waitFor(() => expect(screen.getAllByRole("alert")).toHaveLength(2));
  const [first = document.body] = screen.getAllByRole("alert");
  within(first).getByRole("heading", { name: "This version could not be loaded" });
  const before = sent.length;
  await user.click(within(first).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(sent).toHaveLength(before + 1));
});

describeScreenStates("the editor of a quote", {
  path: `/quotes/edit/${ID}`,
  call: "GET /api/quotes/{id}",
  answer: DRAFT,
  shows: "Draft quote",
  besides: pot,
  fails: "The quote could not be loaded",
  refused: [
    {
      when: "when it no longer exists",
      by: NOT_FOUND,
      says: "We couldn’t find this quote",
      next: ["All quotes", "/quotes"],
    },
  ],
});

it("sends a quote that was started from its customer, although nothing was typed", async () => {
  mockResponse("GET /api/contacts", [MARGARET]);
  // It is from the account itself, so nothing has to be added first.
  mockResponse("GET /api/account", { ...ACCOUNT, businessName: "Pipe & Daughters" });
  mockFault("GET /api/quotes/{id}/sending", NOT_FOUND);
  mockResponse("GET /api/vat/checks/{kind}/{id}", { findings: [] } as never);
  pot();
  const created = mockResponse("POST /api/quotes", DRAFT);
  const user = await openSignedIn(`/quotes/create?contactId=${MARGARET.id}`);
  const [send] = await screen.findAllByRole("button", { name: "Send quote" });
  await user.click(send as HTMLElement);
  await screen.findByRole("dialog", { name: "Send quote" });
  await waitFor(() => expect(created.map(({ body }) => body.contactId)).toEqual([MARGARET.id]));
});

describeScreenStates("the business profiles in the editor of a quote", {
  path: `/quotes/edit/${ID}`,
  call: "GET /api/business-profiles",
  answer: [],
  shows: "Draft quote",
  besides: () => {
    mockResponse("GET /api/quotes/{id}", DRAFT);
    pot();
  },
  fails: "Your business profiles could not be loaded",
});

describeScreenStates("a quote", {
  path: `/quotes/${ID}`,
  call: "GET /api/quotes/{id}",
  answer: DRAFT,
  shows: "Draft quote",
  besides: () => {
    mockResponse("GET /api/quotes/{id}/timeline", {
      happened: [],
      openedFirst: null,
      openedLast: null,
      broughtFrom: null,
      madeOf: null,
      emails: [],
    });
    pot();
  },
  fails: "The quote could not be loaded",
  refused: [
    {
      when: "when it no longer exists",
      by: NOT_FOUND,
      says: "We couldn’t find this quote",
      next: ["All quotes", "/quotes"],
    },
  ],
});

// A batch action on many quotes, in whichever window it was started.
const HELD: Batch = {
  id: "0190b4a2-7c1d-7e55-9d1f-3a3f5e1c0b01",
  action: "send",
  state: "held",
  startsIn: 8_000,
  waiting: 2,
  done: 0,
  refused: 1,
  refusals: [{ id: "r", name: "Q-0001", code: "sent", reason: "This quote was sent already." }],
  mayResume: false,
};
const DONE: Batch = { ...HELD, state: "done", startsIn: 0, waiting: 0, done: 2 };

const mockBatch = (batch: Batch) => mockResponse("GET /api/quotes/batches/{id}", batch);

/**
 * Opens the quotes of an account with a batch that can still be undone, as after a reload; returns the list
 * requests and a user.
 */
async function openWithBatch() {
  const lists = mockResponse("GET /api/quotes", createList(createSummary("quote")));
  mockResponse("GET /api/quotes/counts", []);
  mockResponse("GET /api/views", []);
  mockResponse("GET /api/quotes/batches", [HELD]);
  mockBatch(HELD);
  const user = await openSignedIn("/quotes");
  await screen.findByText(/^2 quotes will be emailed in \d seconds?$/);
  return { user, lists };
}

afterEach(() => forgetBatch(HELD.id));

it("shows the result of a batch once it can no longer be undone, and reloads the list", async () => {
  const { user, lists } = await openWithBatch();
  const before = lists.length;
  mockBatch(DONE);
  await screen.findByText("2 quotes being emailed, 1 not sent");
  await waitFor(() => expect(lists.length).toBeGreaterThan(before));
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "See why 1 wasn’t sent" }));
  within(screen.getByRole("main")).getByText(/This quote was sent already/);
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByText(/being emailed/)).toBeNull();
});

it("undoes a batch that has not started yet", async () => {
  const { user } = await openWithBatch();
  const undone: Batch = { ...HELD, state: "undone" };
  const stopped = mockResponse("POST /api/quotes/batches/{id}/stop", undone);
  mockBatch(undone);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText("Cancelled. Nothing was changed");
  expect(stopped.map(({ params }) => params.id)).toEqual([HELD.id]);
});

it("requests both versions to compare, and the changes from one to the other", async () => {
  const version = { issuedAt: 0, byCustomer: false, accepted: false, totalAmount: "1.00" };
  const versions = [3, 2, 1].map((number) => ({ ...version, number }));
  mockResponse("GET /api/quotes/{id}/versions", { versions, total: 3 });
  const read = mockFault("GET /api/quotes/{id}/versions/{number}", respondJson(500));
  const compared = mockFault("GET /api/quotes/{id}/versions/{number}/changes", respondJson(500));
  await openSignedIn(`/quotes/${ID}/versions?since=1&version=3`);
  await waitFor(() => expect(new Set(read.map(({ params }) => params.number))).toEqual(new Set(["1", "3"])));
  await waitFor(() => expect(compared.length).toBeGreaterThan(0));
  expect([compared[0]?.params.number, compared[0]?.query.get("since")]).toEqual(["3", "1"]);
});
