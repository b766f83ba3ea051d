// @vitest-environment window
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { describeConfirmation } from "../../testing/confirmations";
import { MARGARET, NO_DOCUMENTS } from "../../testing/fixtures";
import { mockFault, mockResponse, respondJson } from "../../testing/network";
import { openSignedIn } from "../../testing/open-app";

describeConfirmation("deleting a contact", {
  path: `/contacts/${MARGARET.id}`,
  besides: () => {
    mockResponse("GET /api/contacts/{id}", MARGARET);
    mockResponse("GET /api/contacts/{id}/chasing", { off: false });
    mockResponse("GET /api/contacts/balances", { contacts: [], others: "0.00", outstanding: "0.00" });
    mockResponse("GET /api/credit-notes", NO_DOCUMENTS);
  },
  presses: ["More actions", "Delete customer"],
  title: "Delete Margaret Holroyd?",
  confirm: "Delete customer",
  call: "DELETE /api/contacts/{id}",
  sends: { params: { id: MARGARET.id } },
  done: { says: "Margaret Holroyd was deleted", at: "/contacts" },
  failed: "Margaret Holroyd wasn’t deleted",
});

const amir = { ...MARGARET, id: "2f7c7a4e-0a55-4c0f-9a0b-6a4f2f0d1c02", name: "Amir Shah" };

it("says in the dialog why two contacts were not merged", async () => {
  mockResponse("GET /api/contacts", [MARGARET, amir]);
  mockResponse("GET /api/contacts/{id}", MARGARET);
  mockResponse("GET /api/contacts/{id}/chasing", { off: false });
  mockResponse("GET /api/contacts/balances", { contacts: [], others: "0.00", outstanding: "0.00" });
  mockResponse("GET /api/contacts/{id}/merges", []);
  mockFault("POST /api/contacts/{id}/merge", respondJson(409, { message: "Amir Shah has just changed." }));
  const user = await openSignedIn(`/contacts/${MARGARET.id}`);
  await user.click(await screen.findByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: /^Merge/ }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByRole("combobox"), "Amir");
  await user.click(await screen.findByRole("option", { name: /Amir Shah/ }));
  await user.click(dialog.getByRole("button", { name: "Merge contacts" }));
  await dialog.findByText("Amir Shah has just changed.");
});

it("undoes a merge of the last thirty days", async () => {
  mockResponse("GET /api/contacts", [MARGARET]);
  mockResponse("GET /api/contacts/{id}", MARGARET);
  mockResponse("GET /api/contacts/{id}/chasing", { off: false });
  mockResponse("GET /api/contacts/balances", { contacts: [], others: "0.00", outstanding: "0.00" });
  const mergedAt = Date.UTC(2026, 10, 16, 9);
  const merge = { other: amir.id, name: amir.name, mergedAt, until: mergedAt + 30 * 86_400_000 };
  mockResponse("GET /api/contacts/{id}/merges", [merge]);
  const asked = mockResponse("POST /api/contacts/{id}/merge/undo", MARGARET);
  const user = await openSignedIn(`/contacts/${MARGARET.id}`);
  await user.click(await screen.findByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: /^Merge/ }));
  await user.click(await screen.findByRole("button", { name: "Undo the merge of Amir Shah" }));
  await screen.findByText("Amir Shah is a separate customer again");
  expect(asked[0]).toMatchObject({ body: { version: MARGARET.version, other: amir.id } });
});
