// @vitest-environment window
import { screen, waitFor } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { expect, it } from "vitest";
import type { AccountStatement } from "../../api/generated/AccountStatement";
import { mockFault, mockResponse, respondJson } from "../../testing/network";
import { renderAlone } from "../../testing/render-alone";
import { StatementPage } from "./StatementPage";

const TOLD: AccountStatement = {
  customer: "Margaret Holroyd",
  email: "margaret@example.com",
  from: "2026-04-06",
  to: "2026-08-31",
  today: "2026-08-31",
  owedNow: "470.00",
  statement: {
    opening: "0.00",
    invoiced: "470.00",
    credited: "0.00",
    paid: "0.00",
    closing: "470.00",
    rows: [
      {
        date: "2026-05-01",
        kind: "invoice",
        number: "PL-0001",
        dueDate: "2026-05-15",
        amount: "470.00",
        balance: "470.00",
      },
    ],
  },
};

async function openEmailDialog(statement: AccountStatement) {
  mockResponse("GET /api/contacts/{id}/statement", statement);
  const user = await renderAlone(
    <Routes>
      <Route path="/contacts/:id/statement" element={<StatementPage />} />
    </Routes>,
    "/contacts/c1/statement",
  );
  await user.click(await screen.findByRole("button", { name: "Email" }));
  return user;
}

it("emails the statement for the displayed dates to the address in the dialog", async () => {
  const sent = mockResponse("POST /api/contacts/{id}/statement", { to: TOLD.email });
  const user = await openEmailDialog(TOLD);
  screen.getByText("The statement from 6 Apr 2026 to 31 Aug 2026 goes to margaret@example.com as a PDF.");
  await user.click(screen.getByRole("button", { name: "Send statement" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent.map(({ body }) => body)).toEqual([{ from: "2026-04-06", to: "2026-08-31" }]);
});

it("says why the statement was not sent, and leaves the dialog open", async () => {
  mockFault(
    "POST /api/contacts/{id}/statement",
    respondJson(429, { error: "too_many", message: "Too many emails today." }),
  );
  const user = await openEmailDialog(TOLD);
  await user.click(screen.getByRole("button", { name: "Send statement" }));
  await screen.findByText("Too many emails today.");
  expect(screen.getByRole("dialog")).toBeTruthy();
});

it("links to the contact's form when there is no email address", async () => {
  await openEmailDialog({ ...TOLD, email: "" });
  screen.getByText("There is no email address for Margaret Holroyd yet.");
  const way = screen.getByRole("link", { name: "Add an email address" });
  expect(way.getAttribute("href")).toBe("/contacts/c1/edit");
  expect(screen.queryByRole("button", { name: "Send statement" })).toBeNull();
});
