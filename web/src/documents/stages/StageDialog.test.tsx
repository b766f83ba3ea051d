// @vitest-environment window
import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { Invoice } from "../../api/generated/Invoice";
import type { Job } from "../../api/generated/Job";
import type { StageInput } from "../../api/generated/StageInput";
import { fillField } from "../../testing/each-test";
import { createDraft, NO_TOTALS } from "../../testing/fixtures";
import { mockFault, mockResponse, respondJson } from "../../testing/network";
import { renderAlone } from "../../testing/render-alone";
import type { StoredDocument } from "../types";
import { StageDialog } from "./StageDialog";

const lineOf = (id: string, name: string) => ({ id, name }) as StoredDocument["items"][number];
const sumOf = (id: string, total: string, counted = true) =>
  ({ id, total, counted }) as StoredDocument["totals"]["items"][number];

/** Three lines, one of which the customer didn't take, and labour of its own. */
const QUOTE: StoredDocument = {
  ...createDraft("quote"),
  id: "q1",
  items: [lineOf("tap", "Kitchen tap"), lineOf("sink", "Sink"), lineOf("tiles", "Tiles")],
  totals: {
    ...NO_TOTALS,
    items: [sumOf("tap", "80.00"), sumOf("sink", "240.00"), sumOf("tiles", "90.00", false)],
    labourTotal: "180.00",
  },
};

const JOB: Job = {
  quoteId: "q1",
  quoteNumber: "Q-0001",
  accepted: "500.00",
  variations: [],
  agreed: "500.00",
  invoiced: "0.00",
  paid: "0.00",
  left: "500.00",
  givenUp: "0.00",
  over: "0.00",
  deposit: "125.00",
  invoices: [],
};

const INVOICE = { ...createDraft("invoice"), id: "i1" } as unknown as Invoice;
const PREVIEW = { totals: NO_TOTALS, asked: "0.00", exact: true, left: "0.00" };

const show = (job: Partial<Job> = {}, owed: string | null = null) =>
  renderAlone(
    <StageDialog quote={QUOTE} job={{ ...JOB, ...job }} owed={owed} open onOpenChange={() => {}} />,
  );
const findMake = () => screen.findByRole<HTMLButtonElement>("button", { name: "Make the invoice" });
const press = (user: UserEvent, name: string) => user.click(screen.getByRole("radio", { name }));
const tick = (user: UserEvent, name: RegExp) => user.click(screen.getByRole("checkbox", { name }));

type Way = [row: string, choose: (user: UserEvent) => Promise<void>, sent: StageInput];

const WAYS: Way[] = [
  ["the deposit without further input", async () => {}, { deposit: true }],
  [
    "a percentage",
    async (user) => {
      await press(user, "Percentage");
      await fillField(user, screen.getByLabelText("Of the agreed total"), "12.5%");
    },
    { percentage: "12.5" },
  ],
  [
    "an amount",
    async (user) => {
      await press(user, "Amount");
      await fillField(user, screen.getByLabelText("Amount, including VAT"), "£1,250");
    },
    { amount: "1250" },
  ],
  [
    "some of the lines",
    async (user) => {
      await press(user, "Lines");
      await tick(user, /^Sink/);
      await tick(user, /^Kitchen tap/);
      await tick(user, /^Labour/);
      await tick(user, /^Labour/);
    },
    { lines: ["sink", "tap"], labour: false },
  ],
  [
    "a line with the labour",
    async (user) => {
      await press(user, "Lines");
      await tick(user, /^Labour/);
      await tick(user, /^Kitchen tap/);
    },
    { lines: ["tap"], labour: true },
  ],
  [
    "the labour alone",
    async (user) => {
      await press(user, "Lines");
      await tick(user, /^Labour/);
    },
    { lines: [], labour: true },
  ],
  [
    "only the last of two choices",
    async (user) => {
      await press(user, "Lines");
      await tick(user, /^Labour/);
      await press(user, "Percentage");
      await fillField(user, screen.getByLabelText("Of the agreed total"), "40");
    },
    { percentage: "40" },
  ],
];

it.each(WAYS)("invoices %s", async (_, choose, body) => {
  const shown = mockResponse("POST /api/quotes/{id}/stages/preview", PREVIEW);
  const made = mockResponse("POST /api/quotes/{id}/stages", INVOICE);
  const user = await show();
  const button = await findMake();
  await choose(user);
  await waitFor(() => expect(shown.at(-1)?.body).toEqual(body));
  await user.click(button);
  await waitFor(() => expect(made).toHaveLength(1));
  expect(made[0]).toMatchObject({ params: { id: "q1" } });
  expect(made[0]?.body).toEqual(body);
});

it("requests nothing if nothing is chosen", async () => {
  const shown = mockResponse("POST /api/quotes/{id}/stages/preview", PREVIEW);
  const user = await show({ deposit: null });
  const button = await findMake();
  expect(screen.queryByRole("radio", { name: "Deposit" })).toBeNull();
  for (const way of ["Percentage", "Amount", "Lines"]) {
    await press(user, way);
    expect(button.disabled, way).toBe(true);
  }
  // Lines that the customer didn't take can't be invoiced.
  expect(screen.getAllByRole("checkbox")).toHaveLength(3);
  expect(screen.queryByRole("checkbox", { name: /^Tiles/ })).toBeNull();
  expect(shown).toEqual([]);
});

it("invoices what is owed for a job that its customer cancelled", async () => {
  mockResponse("POST /api/quotes/{id}/stages/preview", PREVIEW);
  const made = mockResponse("POST /api/quotes/{id}/stages", INVOICE);
  const user = await show({}, "86.40");
  await user.click(await findMake());
  await waitFor(() => expect(made.map(({ body }) => body)).toEqual([{ amount: "86.40" }]));
});

it("shows an error at the amount, and makes no invoice from it", async () => {
  const msg = "At most 500.00 is left.";
  const error = respondJson(422, { message: "No", errors: [{ path: "amount", code: "too_much", msg }] });
  mockFault("POST /api/quotes/{id}/stages/preview", error);
  const user = await show();
  const button = await findMake();
  await press(user, "Amount");
  await fillField(user, screen.getByLabelText("Amount, including VAT"), "600");
  await screen.findByRole("textbox", { name: "Amount, including VAT", description: msg });
  expect(button.disabled).toBe(true);
});

it.each([
  [true, "The lines to invoice now, inc. VAT"],
  [false, "The lines to invoice now"],
])("says whether the lines' amounts include VAT: %s", async (pricesIncludeVat, legend) => {
  mockResponse("POST /api/quotes/{id}/stages/preview", PREVIEW);
  const quote = { ...QUOTE, pricesIncludeVat };
  const user = await renderAlone(
    <StageDialog quote={quote} job={JOB} owed={null} open onOpenChange={() => {}} />,
  );
  await findMake();
  await press(user, "Lines");
  screen.getByRole("group", { name: legend });
});
