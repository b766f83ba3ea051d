// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { it } from "vitest";
import { answers } from "../../testing/network";
import { openSignedIn } from "../../testing/open";
import { describeStates } from "../../testing/states";

const PIPES = {
  id: "p1",
  name: "Pipe & Sons",
  number: "",
  registration: null,
  flatPercent: null,
  outside: [],
};

describeStates("the businesses of the VAT return", {
  path: "/vat",
  call: "GET /api/vat",
  answer: [],
  shows: "There is no business yet",
  waits: "silently",
  empty: {
    answer: [],
    says: "There is no business yet",
    next: ["Add a business profile", "/settings/business-profiles"],
  },
  fails: "The VAT return could not be loaded",
});

describeStates("a VAT registration", {
  path: `/vat/${PIPES.id}/registration`,
  call: "GET /api/vat",
  answer: [PIPES],
  shows: "How you account",
  fails: "This business could not be loaded",
});

describeStates("the records behind a box", {
  path: `/vat/${PIPES.id}/records?box=1`,
  call: "GET /api/vat/{id}/return/records",
  answer: { label: "Box 1", amount: "0.00", records: [], total: 0, flat: [] },
  shows: "Nothing stands behind this box",
  fails: "The records could not be loaded",
});

it("says that a business may be gone, and asks again for it", async () => {
  answers("GET /api/vat", []);
  const user = await openSignedIn(`/vat/${PIPES.id}/registration`);
  const alert = within(await screen.findByRole("alert"));
  alert.getByText("It may have been deleted.");
  answers("GET /api/vat", [PIPES]);
  await user.click(alert.getByRole("button", { name: "Try again" }));
  await screen.findByText("How you account");
});
