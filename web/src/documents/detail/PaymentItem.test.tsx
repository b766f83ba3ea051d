// @vitest-environment window
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { PaymentRecord } from "../../api/generated/PaymentRecord";
import { loadRules } from "../../rules/rules";
import { fillField } from "../../testing/each-test";
import { createDraft } from "../../testing/fixtures";
import { mockFault, mockHeldResponse, mockResponse, respondJson } from "../../testing/network";
import { renderAlone } from "../../testing/render-alone";
import type { StoredDocument } from "../types";
import { PaymentItem } from "./PaymentsCard";

await loadRules();

const PAYMENT: PaymentRecord = {
  id: "p1",
  amount: "80.00",
  date: "2026-06-01",
  method: "cash",
  notes: "",
  confirmationStatus: "confirmed",
  recordedBy: "business",
  refunded: "0.00",
  dispute: null,
  canDecide: false,
  canRemove: false,
  kept: null,
  refundable: "0.00",
  mayGiveBack: false,
  refund: null,
  byBank: false,
  receiptTo: null,
  receiptFor: null,
  createdAt: 0,
};

const INVOICE: StoredDocument = { ...createDraft("invoice"), status: "sent", invoiceNumber: "I-1" };

const show = (more: Partial<PaymentRecord> = {}, doc: Partial<StoredDocument> = {}) =>
  renderAlone(
    <ul>
      <PaymentItem document={{ ...INVOICE, ...doc }} payment={{ ...PAYMENT, ...more }} />
    </ul>,
  );

async function showText(more: Partial<PaymentRecord>): Promise<string> {
  await show(more);
  const text = screen.getByRole("listitem").textContent ?? "";
  cleanup();
  return text;
}

describe("a payment", () => {
  it.each([
    ["bank_transfer", "Bank transfer"],
    ["cash", "Cash"],
    ["cheque", "Cheque"],
    ["stripe", "Card"],
    ["paypal", "PayPal"],
  ])("shows its method, date and note: %s", async (method, words) => {
    expect(await showText({ method, notes: "By hand" })).toContain(`${words} · 1 Jun 2026 · By hand`);
  });

  it("shows that it was paid by bank through Stripe", async () => {
    expect(await showText({ method: "stripe", byBank: true })).toContain("Pay by bank · 1 Jun 2026");
  });

  it.each<[string, Partial<PaymentRecord>, string[], string[]]>([
    ["it is disputed", { dispute: "open" }, ["Disputed", "reply in Stripe"], ["Dispute lost"]],
    ["a dispute was lost", { dispute: "lost" }, ["Dispute lost", "so it is due again"], ["Disputed"]],
    ["a dispute was won", { dispute: "won" }, ["Confirmed", "and you won"], ["Dispute lost"]],
    ["some of it was refunded", { refunded: "30.00" }, ["Refunded £30.00"], ["Confirmed"]],
    [
      "some of it was refunded before a dispute",
      { dispute: "open", refunded: "30.00" },
      ["Disputed", "£30.00 was refunded."],
      [],
    ],
    [
      "a refund is under way",
      { refund: { amount: "20.00", reason: null } as never },
      ["A refund of £20.00 is on its way."],
      ["didn’t go through"],
    ],
    [
      "a refund failed",
      { refund: { amount: "20.00", reason: "The card has expired." } as never },
      ["The refund of £20.00 didn’t go through", "The card has expired."],
      ["on its way"],
    ],
  ])("says so if %s", async (_, more, says, not) => {
    const text = await showText(more);
    for (const words of says) expect(text).toContain(words);
    for (const words of not) expect(text).not.toContain(words);
  });

  it.each<[string, Partial<PaymentRecord>, string[]]>([
    ["nothing can be done", {}, []],
    ["it can be removed", { canRemove: true }, ["Remove the payment of £80.00"]],
    ["it can be refunded", { refundable: "50.00" }, ["Refund the payment of £80.00"]],
    ["a refund can be recorded", { mayGiveBack: true }, ["Record a refund for the payment of £80.00"]],
    [
      "it is pending",
      { confirmationStatus: "pending", canDecide: true },
      ["Not received", "Confirm payment"],
    ],
    ["it is pending on another document", { confirmationStatus: "pending" }, []],
  ])("offers the allowed actions if %s", async (_, more, names) => {
    await show(more);
    const all = screen.queryAllByRole("button");
    expect(all.map((one) => one.getAttribute("aria-label") ?? one.textContent)).toEqual(names);
  });

  it("links to the invoice on which it is pending", async () => {
    await show({ confirmationStatus: "pending" }, { convertedInvoiceId: "i9" });
    expect(screen.getByRole("link", { name: "Open the invoice" }).getAttribute("href")).toBe("/invoices/i9");
  });

  it("is confirmed by its own id", async () => {
    const sent = mockResponse("POST /api/invoices/{id}/payments/{pid}/confirm", INVOICE as never);
    const user = await show({ confirmationStatus: "pending", canDecide: true });
    await user.click(screen.getByRole("button", { name: "Confirm payment" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.params).toMatchObject({ id: INVOICE.id, pid: "p1" });
  });

  it("suggests a refund of all that is left, and shows an error at its field", async () => {
    const user = await show({ method: "stripe", refundable: "50.00" });
    await user.click(screen.getByRole("button", { name: "Refund the payment of £80.00" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Refund the payment of £80.00" }));
    dialog.getByText(/^It goes back to the card it was paid with/);
    dialog.getByText("At most £50.00");
    const amount = dialog.getByLabelText<HTMLInputElement>("Amount");
    expect(amount.value).toBe("50.00");
    await fillField(user, amount, "60");
    const wrong = respondJson(422, {
      message: "No",
      errors: [{ path: "amount", code: "x", msg: "At most £50." }],
    });
    const sent = mockFault("POST /api/invoices/{id}/payments/{pid}/refund", wrong);
    await user.click(dialog.getByRole("button", { name: "Refund" }));
    await dialog.findByText("At most £50.");
    expect(amount.getAttribute("aria-invalid")).toBe("true");
    expect(sent.map(({ params, body }) => [params.pid, body])).toEqual([["p1", { amount: "60" }]]);
  });

  it("sends one refund for two quick presses", async () => {
    const user = await show({ method: "stripe", refundable: "50.00" });
    await user.click(screen.getByRole("button", { name: "Refund the payment of £80.00" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Refund the payment of £80.00" }));
    const { sent, release } = mockHeldResponse(
      "POST /api/invoices/{id}/payments/{pid}/refund",
      INVOICE as never,
    );
    await user.dblClick(dialog.getByRole("button", { name: "Refund" }));
    release();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent).toHaveLength(1);
  });

  it("is confirmed once for two quick presses", async () => {
    const { sent, release } = mockHeldResponse(
      "POST /api/invoices/{id}/payments/{pid}/confirm",
      INVOICE as never,
    );
    const user = await show({ confirmationStatus: "pending", canDecide: true });
    await user.dblClick(screen.getByRole("button", { name: "Confirm payment" }));
    release();
    await screen.findByRole("button", { name: "Confirm payment" });
    expect(sent).toHaveLength(1);
  });

  it("is removed once for two quick presses", async () => {
    const user = await show({ canRemove: true });
    await user.click(screen.getByRole("button", { name: "Remove the payment of £80.00" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Remove the payment of £80.00?" }));
    await fillField(user, dialog.getByLabelText("Reason"), "Wrong invoice");
    const { sent, release } = mockHeldResponse(
      "POST /api/invoices/{id}/payments/{pid}/remove",
      INVOICE as never,
    );
    await user.dblClick(dialog.getByRole("button", { name: "Remove payment" }));
    release();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent).toHaveLength(1);
  });

  it("is removed with a reason, which may be refused", async () => {
    const user = await show({ canRemove: true });
    await user.click(screen.getByRole("button", { name: "Remove the payment of £80.00" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Remove the payment of £80.00?" }));
    await fillField(user, dialog.getByLabelText("Reason"), "Wrong invoice");
    const wrong = respondJson(422, {
      message: "No",
      errors: [{ path: "reason", code: "x", msg: "Say more." }],
    });
    const sent = mockFault("POST /api/invoices/{id}/payments/{pid}/remove", wrong);
    await user.click(dialog.getByRole("button", { name: "Remove payment" }));
    await dialog.findByText("Say more.");
    expect(dialog.getByLabelText("Reason").getAttribute("aria-invalid")).toBe("true");
    expect(sent.map(({ body }) => body)).toEqual([{ reason: "Wrong invoice" }]);
  });
});
