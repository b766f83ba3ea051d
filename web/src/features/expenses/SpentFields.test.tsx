// @vitest-environment window
import "fake-indexeddb/auto";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { fillField } from "../../testing/each-test";
import { mockFault, mockResponse, respondJson } from "../../testing/network";
import { openSignedIn } from "../../testing/open-app";

const answerFormRequests = () => {
  mockResponse("GET /api/expenses/suppliers", [
    { name: "Screwfix", category: "costOfGoods", vatRate: "20" },
    { name: "Aviva", category: "premisesRunningCosts", vatRate: "" },
  ]);
  mockResponse("GET /api/vat", []);
  mockResponse("POST /api/expenses/preview", { amount: "36.00", vatAmount: "6.00", mileage: null });
  // The test looks at the request only.
  return mockFault("POST /api/expenses", respondJson(500));
};

const amount = () => screen.findByLabelText<HTMLInputElement>("Amount paid");
const vat = () => screen.getByLabelText<HTMLSelectElement>("VAT included");
const save = () => screen.getByRole("button", { name: "Save expense" });

it("sends an exempt expense without a VAT rate", async () => {
  const sent = answerFormRequests();
  const user = await openSignedIn("/expenses/create");
  await fillField(user, await amount(), "360");
  await user.selectOptions(screen.getByLabelText("Category"), "premisesRunningCosts");
  await user.selectOptions(vat(), "Exempt: insurance, postage, interest");
  expect(vat().value).toBe("exempt");
  // There is no VAT to type, so nothing to ask about it.
  expect(screen.queryByLabelText(/^VAT on the receipt/)).toBeNull();
  expect(screen.queryByLabelText("How the VAT was charged")).toBeNull();
  await user.click(save());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ amount: "360", vatRate: "", vatAmount: "", vatKind: "exempt" });
});

it("is no longer exempt once a rate, or a supplier who charges VAT, is chosen", async () => {
  const sent = answerFormRequests();
  const user = await openSignedIn("/expenses/create");
  await fillField(user, await amount(), "36");
  await user.selectOptions(vat(), "exempt");
  await user.selectOptions(vat(), "5");
  expect(vat().value).toBe("5");
  await user.selectOptions(vat(), "exempt");
  await user.type(screen.getByLabelText(/^Supplier/), "Screw");
  await user.click(await screen.findByRole("option", { name: /^Screwfix/ }));
  expect(vat().value).toBe("20");
  // A business that isn't VAT-registered isn't asked how the VAT was charged.
  expect(screen.queryByLabelText("How the VAT was charged")).toBeNull();
  await user.click(save());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ supplier: "Screwfix", vatRate: "20", vatKind: "usual" });
});

it("stays exempt when a supplier without a known rate is chosen", async () => {
  const sent = answerFormRequests();
  const user = await openSignedIn("/expenses/create");
  await fillField(user, await amount(), "360");
  await user.selectOptions(vat(), "exempt");
  await user.type(screen.getByLabelText(/^Supplier/), "Avi");
  await user.click(await screen.findByRole("option", { name: /^Aviva/ }));
  await user.click(save());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ supplier: "Aviva", vatRate: "", vatKind: "exempt" });
});

it("allows a negative amount and negative VAT, but no other negative value", async () => {
  const sent = answerFormRequests();
  const user = await openSignedIn("/expenses/create");
  await fillField(user, await amount(), "36");
  await user.selectOptions(vat(), "20");
  const fields = ["Amount paid", "VAT on the receipt"];
  const buttons = await screen.findAllByRole("button", { name: "Minus" });
  expect(buttons.map(({ title }) => title)).toEqual(
    fields.map((name) => `Switch ${name} between plus and minus`),
  );
  await user.click(buttons[0] as HTMLElement);
  await user.click(save());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ amount: "-36", vatRate: "20" });
});
