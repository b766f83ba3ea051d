// @vitest-environment window
// The main action of a quote that is waiting for its customer, the same whether or not they have opened it.
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Chasing } from "../../api/generated/Chasing";
import type { Question } from "../../api/generated/Question";
import { connection } from "../../offline/connection";
import { loadRules } from "../../rules/rules";
import { createDraft, MARGARET } from "../../testing/fixtures";
import { mockFault, mockResponse } from "../../testing/network";
import { renderAlone } from "../../testing/render-alone";
import { NOT_FOUND } from "../../testing/screen-states";
import { SupportViewContext } from "../../ui/support-view";
import { OpenQuestions } from "../questions/OpenQuestions";
import type { StoredDocument } from "../types";
import { OnSiteActions } from "./CustomerActions";
import { WaitingQuoteAction } from "./NextActionButton";

await loadRules();

const QUOTE = {
  ...createDraft("quote"),
  status: "sent",
  quoteNumber: "Q-0001",
  publicToken: "secret",
  expiryDate: "2099-01-31",
  contact: { ...MARGARET, phone: "01904 496 0000" },
  contactId: MARGARET.id,
} as StoredDocument;

const MESSAGE = {
  title: "Quote Q-0001",
  text: "Have you had time to look at quote Q-0001?",
  url: "https://pipe.example/q/secret",
  amount: "£120.00",
  amountLabel: "Total",
  phone: null,
};

const chasing = (message: Chasing["message"]): Chasing => ({
  planned: true,
  off: false,
  contactOff: false,
  next: null,
  why: null,
  last: null,
  problem: null,
  message,
});

const ASKED: Question = {
  id: "q1",
  wish: "question",
  words: "When?",
  askedAt: 0,
  answeredAt: null,
  replyTo: "jo@customer.example",
  replies: [],
};

/** Renders the actions of a quote; `opened` is when the customer opened it. */
async function show(
  quote: StoredDocument,
  {
    message = MESSAGE,
    opened = null,
    questions = [],
    isKnown = true,
    sent,
  }: {
    message?: Chasing["message"];
    opened?: number | null;
    questions?: Question[];
    /** Whether the server has responded about chasing. */
    isKnown?: boolean;
    /** When it was sent, if that was recorded. */
    sent?: number;
  } = {},
  around: (part: ReactNode) => ReactNode = (part) => part,
) {
  if (isKnown) mockResponse("GET /api/quotes/{id}/chasing", chasing(message));
  else mockFault("GET /api/quotes/{id}/chasing", NOT_FOUND);
  mockResponse("GET /api/quotes/{id}/timeline", {
    happened:
      sent === undefined
        ? []
        : [{ id: "s", kind: "sent", at: sent, by: "email", amount: null, email: null, said: null }],
    ...{ openedFirst: opened, openedLast: opened },
    ...{ broughtFrom: null, madeOf: null, emails: [], questions },
  });
  mockFault("GET /api/quotes/public/{token}", NOT_FOUND);
  return renderAlone(
    around(
      <>
        <OpenQuestions document={quote} />
        <WaitingQuoteAction document={quote} />
        <OnSiteActions document={quote} canAccept={false} />
      </>,
    ),
  );
}

/** The actions fixed to the bottom of a phone. */
const main = () => [...document.querySelectorAll("[data-main-action]")].map((one) => one.textContent);

const enabled = (name: string) =>
  waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(false));

describe("a quote that awaits the customer's decision", () => {
  it.each([
    ["was sent", null],
    ["was opened", Date.UTC(2026, 10, 28)],
  ])("can be chased through the chosen channel once it %s", async (_, opened) => {
    const user = await show(QUOTE, { opened });
    await enabled("Chase now");
    expect(main()).toEqual(["Chase now"]);
    // It is displayed all the same.
    screen.getByRole("button", { name: "Mark as accepted" });
    await user.click(screen.getByRole("button", { name: "Chase now" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Chase quote Q-0001" }));
    dialog.getByText("Margaret Holroyd gets a reminder with the link. Choose how to send it.");
    dialog.getByRole("button", { name: "Email" });
    dialog.getByRole("link", { name: "WhatsApp" });
    const told = mockResponse("POST /api/quotes/{id}/chasing/told", chasing(MESSAGE));
    const text = dialog.getByRole("link", { name: "Text message" });
    text.addEventListener("click", (event) => event.preventDefault());
    await user.click(text);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(told.map(({ body }) => body)).toEqual([{ by: "sms" }]);
    cleanup();
  });

  it.each([
    ["cannot be chased today", QUOTE, null],
    ["has expired", { ...QUOTE, expiryDate: "2020-01-31" }, MESSAGE],
  ])("offers 'Mark as accepted' if it %s", async (_, quote, message) => {
    await show(quote as StoredDocument, { message });
    await waitFor(() => expect(main()).toEqual(["Mark as accepted"]));
    expect(screen.getAllByRole("button", { name: "Mark as accepted" })).toHaveLength(1);
    cleanup();
  });

  it("offers 'Mark as accepted' on the day it was sent, and to chase from the next day on", async () => {
    await show(QUOTE, { sent: Date.now() });
    await waitFor(() => expect(main()).toEqual(["Mark as accepted"]));
    cleanup();
    await show(QUOTE, { sent: Date.now() - 86_400_000 });
    await enabled("Chase now");
    expect(main()).toEqual(["Chase now"]);
    cleanup();
  });

  it("offers 'Reply' first if its customer asked a question", async () => {
    await show(QUOTE, { questions: [ASKED, { ...ASKED, id: "q2" }] });
    await waitFor(() => expect(main()).toEqual(["Reply"]));
    expect(screen.getAllByRole("button", { name: "Reply" })).toHaveLength(2);
    expect(screen.queryByRole("button", { name: "Chase now" })).toBeNull();
  });

  it("has no main action if it is archived", async () => {
    await show({ ...QUOTE, archived: true }, { questions: [ASKED] });
    await screen.findByRole("button", { name: "Reply" });
    expect(main()).toEqual([]);
  });

  it("has no actions for support", async () => {
    await show(QUOTE, {}, (part) => <SupportViewContext value={() => false}>{part}</SupportViewContext>);
    await waitFor(() => expect(main()).toEqual([""]));
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("says that chasing needs signal", async () => {
    const away = { reached: false, since: 0, oldestShownAt: null };
    const spy = vi.spyOn(connection, "snapshot").mockReturnValue(away);
    onTestFinished(() => spy.mockRestore());
    await show(QUOTE, { isKnown: false });
    const chase = await screen.findByRole<HTMLButtonElement>("button", { name: "Chase now" });
    expect([chase.disabled, chase.title]).toEqual([true, "Needs signal"]);
  });

  it("offers 'Mark as accepted' if its reminders are not known", async () => {
    await show(QUOTE, { isKnown: false });
    await waitFor(() => expect(main()).toEqual(["Mark as accepted"]));
  });
});
