import "fake-indexeddb/auto";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { findOfflineMutation } from "../../offline/waiting/offline-mutations";
import { loadRules } from "../../rules/rules";
import { createDraft } from "../../testing/fixtures";
import type { StoredDocument } from "../types";
import { applyPayment, applySignature, registerDocumentMutations } from "./documentMutations";

test("payments and signatures are accepted without a plan, and sending waits for one", () => {
  registerDocumentMutations();
  const isAlways = (path: string) =>
    findOfflineMutation({ method: "POST", path })?.isAllowedWhenLapsed === true;
  expect(isAlways("/api/quotes/{id}/accept")).toBe(true);
  expect(isAlways("/api/invoices/{id}/payments")).toBe(true);
  expect(isAlways("/api/quotes/{id}/send")).toBe(false);
});

test.each([
  ["phone", false],
  ["computer", true],
])("a signature is said to be on the %s on which it was made", async (device, isWide) => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal("window", { matchMedia: () => ({ matches: isWide }) });
  vi.stubGlobal("navigator", { userAgent: "" });
  const quote = createDraft("quote") as unknown as StoredDocument;
  const input = { name: "Jo Bloggs", termsAccepted: false, version: "one" };
  const signed = applySignature(await loadRules(), quote, input as never, 1_795_000_000_000);
  expect(signed.acceptance?.acceptedAt).toBe(`on this ${device}`);
});

describe("a payment that is recorded without signal", () => {
  const draft = createDraft("invoice");
  const invoice = {
    ...draft,
    status: "sent",
    dueDate: "2099-12-31",
    allowed: { ...draft.allowed, recordPayment: true },
    totals: { ...draft.totals, totalAmount: "100.10", amountPayable: "100.10", balanceDue: "100.10" },
  } as unknown as StoredDocument;
  const pay = async (doc: StoredDocument, amount: string) =>
    applyPayment(await loadRules(), "invoice", doc, { amount, method: "cash" }, 1_795_000_000_000);

  test("counts at once", async () => {
    const part = await pay(invoice, "40");
    expect(part.totals).toMatchObject({ paidAmount: "40.00", balanceDue: "60.10" });
    expect(part.displayStatus.code).toBe("partially_paid");
    expect(part.payments).toMatchObject([{ amount: "40.00", method: "cash" }]);
    expect(part.allowed.recordPayment).toBe(true);
    const whole = await pay(part, "60.10");
    expect([whole.totals.balanceDue, whole.displayStatus.code]).toEqual(["0.00", "paid"]);
    expect(whole.allowed.recordPayment).toBe(false);
  });

  test.each([
    ["100.11", "This is more than the £100.10 still due."],
    ["0", "Enter an amount above £0.00 in pounds and pence."],
    ["ten", "Enter an amount above £0.00 in pounds and pence."],
  ])("of %s is refused in the server’s words", async (amount, msg) => {
    const refusal = { status: 422, errors: [expect.objectContaining({ path: "amount", msg })] };
    await expect(pay(invoice, amount)).rejects.toEqual(expect.objectContaining(refusal));
  });
});
