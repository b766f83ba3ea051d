// @vitest-environment window
// A customer's questions on the document's page: open until the business replies or marks them as answered.
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Question } from "../../api/generated/Question";
import type { Timeline } from "../../api/generated/Timeline";
import { connection } from "../../offline/connection";
import { createDraft } from "../../testing/fixtures";
import { mockFault, mockResponse, respondJson } from "../../testing/network";
import { renderAlone } from "../../testing/render-alone";
import { toastStore } from "../../ui/toast";
import type { StoredDocument } from "../types";
import { OpenQuestions } from "./OpenQuestions";

const ASKED: Question = {
  id: "q1",
  wish: "question",
  words: "Does it include the tap?\nAnd the sink?",
  askedAt: Date.parse("2026-11-28T14:00:00Z"),
  answeredAt: null,
  replyTo: "jo@customer.example",
  replies: [],
};
const createTimeline = (...questions: Question[]): Timeline => ({
  happened: [],
  openedFirst: null,
  openedLast: null,
  broughtFrom: null,
  madeOf: null,
  emails: [],
  questions,
});
const ANSWERED = { ...ASKED, answeredAt: ASKED.askedAt + 1 };
const DOCUMENT = {
  ...createDraft("quote"),
  status: "sent",
  contact: { name: "Jo Bloggs", phone: "01904 496 0000" },
} as unknown as StoredDocument;

const show = async (...questions: Question[]) => {
  mockResponse("GET /api/quotes/{id}/timeline", createTimeline(...questions));
  return renderAlone(<OpenQuestions document={DOCUMENT} />);
};

describe("an open question", () => {
  it("is replied to by email, with the question beside the reply", async () => {
    const user = await show(ASKED);
    const banner = within(await screen.findByRole("status"));
    banner.getByText("Jo Bloggs asked a question");
    banner.getByText(/^Does it include the tap\?\s+And the sink\?$/);
    await user.click(banner.getByRole("button", { name: "Reply" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Reply" }));
    dialog.getByText("It goes to jo@customer.example by email, with what they wrote below it.");
    await user.type(dialog.getByLabelText("Your reply"), " Yes, both. ");
    const sent = mockResponse("POST /api/quotes/{id}/questions/{question}/reply", createTimeline(ANSWERED));
    await user.click(dialog.getByRole("button", { name: "Send reply" }));
    await waitFor(() => expect(screen.queryByText("Jo Bloggs asked a question")).toBeNull());
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(sent.map(({ params, body }) => [params.question, body])).toEqual([
      ["q1", { words: "Yes, both." }],
    ]);
    expect(toastStore.snapshot()?.title).toBe("Your reply is on its way");
  });

  it("says why the reply did not go, and keeps it", async () => {
    const user = await show(ASKED);
    await user.click(await screen.findByRole("button", { name: "Reply" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Reply" }));
    await user.type(dialog.getByLabelText("Your reply"), "Yes.");
    const why = "Email to customers is stopped for this account.";
    mockFault(
      "POST /api/quotes/{id}/questions/{question}/reply",
      respondJson(403, { code: "mail_stopped", message: why }),
    );
    await user.click(dialog.getByRole("button", { name: "Send reply" }));
    await dialog.findByText(why);
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await user.click(screen.getByRole("button", { name: "Reply" }));
    const again = await screen.findByLabelText<HTMLTextAreaElement>("Your reply");
    expect(again.value).toBe("Yes.");
  });

  it("offers a call if there is no email address, and can be marked as answered", async () => {
    const user = await show({ ...ASKED, wish: "changes", replyTo: null });
    await screen.findByText("Jo Bloggs requested changes");
    screen.getByText("They left no email address. Call them, or add one to their details to reply by email.");
    expect(screen.queryByRole("button", { name: "Reply" })).toBeNull();
    expect(screen.getByRole("link", { name: "Call" }).getAttribute("href")).toBe("tel:019044960000");
    const sent = mockResponse(
      "POST /api/quotes/{id}/questions/{question}/answered",
      createTimeline(ANSWERED),
    );
    await user.click(screen.getByRole("button", { name: "Mark as answered" }));
    await waitFor(() => expect(screen.queryByText("Jo Bloggs requested changes")).toBeNull());
    expect(sent).toHaveLength(1);
  });

  it("is shown only until it is answered, the oldest first", async () => {
    await show(ANSWERED, { ...ASKED, id: "q2", words: "When?" }, { ...ASKED, id: "q3", wish: "changes" });
    const banners = await screen.findAllByRole("status");
    expect(banners.map((banner) => banner.querySelector("p")?.textContent)).toEqual([
      "Jo Bloggs asked a question",
      "Jo Bloggs requested changes",
    ]);
  });

  it("says that replying needs signal", async () => {
    const away = { reached: false, since: 0, oldestShownAt: null };
    const spy = vi.spyOn(connection, "snapshot").mockReturnValue(away);
    onTestFinished(() => spy.mockRestore());
    await show(ASKED);
    const reply = await screen.findByRole<HTMLButtonElement>("button", { name: "Reply" });
    await screen.findByText("Replying needs signal.");
    expect(reply.disabled).toBe(true);
  });
});
