// @vitest-environment window
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { MARGARET } from "../../testing/fixtures";
import { mockResponse } from "../../testing/network";
import { renderAlone } from "../../testing/render-alone";
import { KINDS } from "../kind";
import type { SendRefusal, SendWarning } from "../sendChecks";
import type { DocumentCustomer } from "../types";
import { SendForm } from "./SendDialog";

const ADDRESS = "Kev's Plumbing has no address: your customer can’t see where you are.";
const NAMELESS = "Line 2 (£45.00) has no name: your customer can’t tell what it’s for.";
const CONCERNS: SendWarning[] = [
  { msg: NAMELESS, path: "lines[1].description" },
  { msg: ADDRESS, path: "supplier.address", addressOf: "Kev's Plumbing" },
  {
    msg: "There is no postal address for Margaret Holroyd.",
    path: "customer.address",
    addressOf: "Margaret Holroyd",
  },
];

const finding = (path: string, msg: string, refuses: boolean) => ({
  code: "missing",
  path,
  msg,
  refuses,
  confirmed: true,
});
const MINE = finding("supplier.address", "A VAT invoice must show your address.", false);
const THEIRS = finding("customer.address", "A VAT invoice must show your customer’s address.", true);

async function form(
  findings: ReturnType<typeof finding>[],
  { concerns = [], refusal = null }: { concerns?: SendWarning[]; refusal?: SendRefusal | null },
) {
  mockResponse("GET /api/vat/checks/{kind}/{id}", {
    registered: true,
    findings,
    known: { inCis: null, customerRegistered: null, staff: null, endUserNotice: null },
  });
  mockResponse("GET /api/invoices/{id}/sending", {
    letter: { to: "", subject: "", message: "" },
    share: null,
  });
  return renderAlone(
    <SendForm
      kindInfo={KINDS.invoice}
      document={{
        id: "i1",
        kind: "invoice",
        contact: MARGARET as DocumentCustomer,
        number: null,
        contactId: "c1",
        businessProfileId: "b1",
      }}
      warnings={concerns}
      localVatFindings={[]}
      refusal={refusal}
      onSent={() => {}}
    />,
  );
}

it("says each fact once, with the way to where it is put right", async () => {
  await form([MINE, THEIRS], { concerns: CONCERNS });
  await screen.findByText(MINE.msg);
  screen.getByText(THEIRS.msg);
  screen.getByText(NAMELESS);
  expect(screen.queryByText(ADDRESS)).toBeNull();
  expect(screen.queryByText("There is no postal address for Margaret Holroyd.")).toBeNull();
  const ways = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(ways).toEqual([
    ["Edit customer", "/contacts/c1/edit"],
    ["Edit your business", "/settings/business-profiles/b1"],
  ]);
});

it("warns in its own words about what the VAT check does not require", async () => {
  await form([], { concerns: CONCERNS });
  await screen.findByText(ADDRESS);
  screen.getByText("There is no postal address for Margaret Holroyd.");
  expect(screen.getAllByRole("link")).toHaveLength(2);
});

it.each([
  ["the customer", CONCERNS.slice(2), "There is no postal address for Margaret Holroyd. Edit customer"],
  ["the business", CONCERNS.slice(1, 2), `${ADDRESS} Edit your business`],
  [
    "both",
    CONCERNS.slice(1),
    "There is no postal address for Kev's Plumbing or Margaret Holroyd. Edit your business Edit customer",
  ],
])("says in one sentence that an address is missing, and asks nothing: %s", async (_, concerns, text) => {
  await form([], { concerns });
  const [link] = await screen.findAllByRole("link");
  expect(link?.closest("p")?.textContent).toBe(text);
  expect(screen.queryByText("Is this right?")).toBeNull();
  screen.getByRole("button", { name: "Get the link" });
});

it("asks about an address that a VAT invoice must have", async () => {
  await form([MINE], { concerns: CONCERNS.slice(1, 2) });
  await screen.findByText("Is this right?");
  screen.getByRole("button", { name: "Get the link anyway" });
});

it("does not ask for the address of a customer who is not chosen", async () => {
  const refusal: SendRefusal = { msg: "Choose the customer before sending.", missing: "customer" };
  await form([MINE, THEIRS], { refusal });
  await screen.findByText(MINE.msg);
  screen.getByText(refusal.msg);
  expect(screen.queryByText(THEIRS.msg)).toBeNull();
});

it("offers no way to send without a business, and the way to add one", async () => {
  const refusal: SendRefusal = { msg: "Add your business before sending.", missing: "business" };
  await form([MINE], { concerns: CONCERNS, refusal });
  const way = await screen.findByRole("link", { name: "Add your business" });
  expect(way.getAttribute("href")).toBe("/settings/business-profiles/new");
  expect(screen.getByRole("alert").textContent).toContain(refusal.msg);
  await waitFor(() => expect(screen.queryAllByRole("button")).toEqual([]));
});
