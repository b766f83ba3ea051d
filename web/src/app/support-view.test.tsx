// @vitest-environment window
// The parts of a document's page that aren't offered to support, which may only look.
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import type { CancelledJob as Cancelled } from "../api/generated/CancelledJob";
import type { DocumentEmail } from "../api/generated/DocumentEmail";
import { CancelledJobSection } from "../documents/cancellation/CancellationCard";
import { ChaseButtons } from "../documents/chasing/ChaseButtons";
import { OrderReferenceField } from "../documents/einvoice/EinvoiceFindings";
import { LostEmailBanner } from "../documents/emails/LostEmailBanner";
import { ViewChips } from "../documents/list/ViewChips";
import { OpenQuestions } from "../documents/questions/OpenQuestions";
import type { StoredDocument } from "../documents/types";
import { loadRules } from "../rules/rules";
import { createDraft, MARGARET } from "../testing/fixtures";
import { mockResponse } from "../testing/network";
import { renderAlone } from "../testing/render-alone";
import { Button } from "../ui/Button";
import { IconButton } from "../ui/IconButton";
import { SupportFormContext, SupportViewContext } from "../ui/support-view";

await loadRules();

const QUOTE = {
  ...createDraft("quote"),
  status: "sent",
  publicToken: "secret",
  expiryDate: "2099-01-31",
  contact: { ...MARGARET, phone: "01904 496 0000" },
} as StoredDocument;

const MESSAGE = {
  title: "Quote Q-0001",
  text: "Hello",
  url: "https://pipe.example/q/secret",
  amount: "£120.00",
  amountLabel: "Total",
  phone: null,
};

const EMAIL = {
  id: "e1",
  says: "The mail server did not take it.",
  subject: "Quote Q-0001",
  state: "refused",
  maySendAgain: true,
} as DocumentEmail;

const CANCELLED = {
  ...{
    askedEarly: true,
    withWholeJob: false,
    shareDone: null,
    byBusiness: false,
    noted: "1 September",
    with: [],
  },
  owed: { owed: null, paid: "0.00", giveBack: null, toPay: null, by: null },
} as unknown as Cancelled;

const idleMutation = { isPending: false, mutate: () => {} } as never;

const PARTS: Record<string, { part: ReactNode; may: string[]; not: string[] }> = {
  "a question": {
    part: <OpenQuestions document={QUOTE} />,
    may: ["Call"],
    not: ["Reply", "Mark as answered"],
  },
  "an email that did not arrive": {
    part: <LostEmailBanner email={EMAIL} sendAgain={idleMutation} markArrived={idleMutation} />,
    may: [],
    not: ["Send again", "They have it"],
  },
  "chasing a customer": {
    part: <ChaseButtons kind="quote" id={QUOTE.id} title="quote Q-0001" message={MESSAGE} />,
    may: [],
    not: ["Email", "WhatsApp", "Text"],
  },
  "a job that its customer cancelled": {
    part: <CancelledJobSection quote={QUOTE} cancelled={CANCELLED} finishedDate={null} />,
    may: [],
    not: ["Work it out"],
  },
  "a filtered list": {
    part: <ViewChips kind="quote" query={{} as never} canBeSaved onShowView={() => {}} />,
    may: [],
    not: ["Save this view"],
  },
};

/** The buttons in one of the two halves of the page. */
function listButtons(who: string): (string | null)[] {
  const half = within(screen.getByRole("region", { name: who }));
  const all = [...half.queryAllByRole("button"), ...half.queryAllByRole("link")];
  return all.map(({ textContent }) => textContent).toSorted();
}

it("lets support read an order number that the owner may change", async () => {
  const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: /^Their order number/ });
  const part = <OrderReferenceField kind="invoice" id="i1" saved="PO-771" />;
  await renderAlone(<SupportViewContext value={() => false}>{part}</SupportViewContext>);
  expect([field().value, field().readOnly]).toEqual(["PO-771", true]);
  cleanup();
  await renderAlone(part);
  expect(field().readOnly).toBe(false);
});

it("offers support no buttons in a form", async () => {
  const form = (
    <>
      <Button>Choose a logo</Button>
      <IconButton label="Remove reminder 1" icon={null} />
    </>
  );
  await renderAlone(
    <>
      <section aria-label="owner">{form}</section>
      <SupportViewContext value={() => false}>
        <SupportFormContext value={true}>
          <section aria-label="support">{form}</section>
        </SupportFormContext>
      </SupportViewContext>
    </>,
  );
  const buttonsOf = (who: string) =>
    within(screen.getByRole("region", { name: who })).queryAllByRole("button");
  expect(buttonsOf("owner")).toHaveLength(2);
  expect(buttonsOf("support")).toEqual([]);
});

it.each(Object.entries(PARTS))(
  "lets the owner act on %s, and support look at it",
  async (_, { part, may, not }) => {
    mockResponse("GET /api/views", []);
    mockResponse("GET /api/quotes/{id}/timeline", {
      ...{ happened: [], openedFirst: null, openedLast: null, broughtFrom: null, madeOf: null, emails: [] },
      questions: [
        {
          ...{ id: "q1", wish: "question", words: "When?", askedAt: 0, answeredAt: null, replies: [] },
          replyTo: "jo@customer.example",
        },
      ],
    } as never);
    // Side by side, to compare what the owner and support see.
    await renderAlone(
      <>
        <section aria-label="owner">{part}</section>
        <SupportViewContext value={() => false}>
          <section aria-label="support">{part}</section>
        </SupportViewContext>
      </>,
    );
    await waitFor(() => expect(listButtons("owner")).toEqual([...may, ...not].toSorted()));
    expect(listButtons("support")).toEqual(may);
  },
);
