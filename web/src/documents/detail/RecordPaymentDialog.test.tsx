// @vitest-environment window
import "fake-indexeddb/auto";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, onTestFinished } from "vitest";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { setCurrentAccount } from "../../offline/current-account";
import { loadFormDraft } from "../../offline/form-drafts/store";
import { fillField } from "../../testing/each-test";
import { ADA, createDraft } from "../../testing/fixtures";
import { mockFault, mockHeldResponse, mockResponse, respondJson } from "../../testing/network";
import { renderAlone } from "../../testing/render-alone";
import { useRecordPayment } from "../payments";
import type { StoredDocument } from "../types";
import { PaymentDetailsForm, RecordPaymentDialog } from "./RecordPaymentDialog";

const INVOICE: StoredDocument = { ...createDraft("invoice"), status: "sent", invoiceNumber: "I-1" };

/** Renders the dialog as it is open; returns how often it was closed. */
async function openDialog(kind: DocumentKind = "invoice") {
  const closed: boolean[] = [];
  const user = await renderAlone(
    <RecordPaymentDialog
      kind={kind}
      document={{ ...INVOICE, kind }}
      suggested="80.00"
      open
      onOpenChange={(open) => closed.push(open)}
    />,
  );
  const dialog = within(await screen.findByRole("dialog", { name: "Record a payment" }));
  const note = await dialog.findByLabelText<HTMLInputElement>("Note (optional)");
  return { user, dialog, note, closed, press: dialog.getByRole("button", { name: "Record payment" }) };
}

it.each([
  ["an invoice", "invoice", "POST /api/invoices/{id}/payments"],
  ["a quote", "quote", "POST /api/quotes/{id}/payments"],
] as const)("sends one payment of %s for two quick presses", async (_, kind, call) => {
  const { sent, release } = mockHeldResponse(call, { ...INVOICE, kind } as never);
  const { user, press, closed } = await openDialog(kind);
  await user.dblClick(press);
  release();
  await waitFor(() => expect(closed).toEqual([false]));
  expect(sent.map(({ body }) => body)).toEqual([
    { amount: "80.00", method: "bank_transfer", date: expect.any(String), notes: "" },
  ]);
});

it("sends one payment if Enter is pressed twice", async () => {
  const { sent, release } = mockHeldResponse("POST /api/invoices/{id}/payments", INVOICE as never);
  const { note, closed } = await openDialog();
  // user-event knows only buttons inside the form.
  fireEvent.submit(note);
  fireEvent.submit(note);
  release();
  await waitFor(() => expect(closed).toEqual([false]));
  expect(sent).toHaveLength(1);
});

/** The form in a dialog that takes long to close. */
function ClosingForm({ onDone }: { onDone: () => void }) {
  const mutation = useRecordPayment("invoice", INVOICE.id);
  const labels = { methodLabel: "How it was paid", submitLabel: "Record payment", busyLabel: "Recording…" };
  return <PaymentDetailsForm mutation={mutation} suggested="80.00" labels={labels} onDone={onDone} />;
}

it("sends nothing more if it is pressed again while the dialog closes", async () => {
  const sent = mockResponse("POST /api/invoices/{id}/payments", INVOICE as never);
  let done = 0;
  const user = await renderAlone(<ClosingForm onDone={() => done++} />);
  await user.click(screen.getByRole("button", { name: "Record payment" }));
  await waitFor(() => expect(done).toBe(1));
  await user.click(await screen.findByRole("button", { name: "Record payment" }));
  fireEvent.submit(screen.getByLabelText("Note (optional)"));
  // Of two requests, the response to the second would close the dialog again.
  await waitFor(() => expect(screen.queryByRole("button", { name: "Recording…" })).toBeNull());
  expect([sent.length, done]).toEqual([1, 1]);
});

it("can be sent again after it was refused", async () => {
  const refused = mockFault("POST /api/invoices/{id}/payments", respondJson(500));
  const { user, dialog, press, closed } = await openDialog();
  await user.click(press);
  await dialog.findByRole("alert");
  expect([refused.length, closed]).toEqual([1, []]);
  const sent = mockResponse("POST /api/invoices/{id}/payments", INVOICE as never);
  await user.click(dialog.getByRole("button", { name: "Record payment" }));
  await waitFor(() => expect(closed).toEqual([false]));
  expect(sent).toHaveLength(1);
});

const loadDraft = () => loadFormDraft(ADA.id, `payment ${INVOICE.id}`);

/** Types a note, and waits until it is stored on the device. */
async function typeNote() {
  setCurrentAccount(ADA.id);
  onTestFinished(() => setCurrentAccount(null));
  const { user, note } = await openDialog();
  await fillField(user, note, "By hand");
  await waitFor(async () => expect((await loadDraft())?.values).toMatchObject({ notes: "By hand" }));
}

it("still has what was typed when the session ended meanwhile", async () => {
  await typeNote();
  setCurrentAccount(null);
  cleanup();
  setCurrentAccount(ADA.id);
  expect((await openDialog()).note.value).toBe("By hand");
});

it("forgets what was typed once it is closed", async () => {
  await typeNote();
  cleanup();
  await waitFor(async () => expect(await loadDraft()).toBeUndefined());
  expect((await openDialog()).note.value).toBe("");
});
