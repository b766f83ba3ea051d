// @vitest-environment window
// What was typed in a form outlives the session in which it was typed, but not a form that was left or saved.
import "fake-indexeddb/auto";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ItemRecord } from "../../api/generated/ItemRecord";
import { fillField } from "../../testing/each-test";
import { ADA, MARGARET } from "../../testing/fixtures";
import { mockResponse } from "../../testing/network";
import { findHeading, openSignedIn, waitForPath } from "../../testing/open-app";
import { loadFormDraft } from "./store";

const ITEM: ItemRecord = {
  id: "b8f5a4f0-7d53-4c5f-8f0d-1d2f3a4b5c03",
  version: 3,
  createdAt: 0,
  updatedAt: 0,
  name: "Combi boiler",
  description: "With flue",
  quantity: "1",
  price: "1250.00",
  cost: "",
  unit: "",
  code: "",
  category: "",
  favourite: false,
  includeLabour: false,
  labourHours: "0",
  labourRate: "0",
  labourUnitType: "hours",
  vat: null,
  costType: "materials",
};

interface FormSpec {
  path: string;
  /** Under which the draft is stored. */
  place: string;
  label: string;
  typed: string;
  mockRequests: () => void;
}

const FORMS: [row: string, spec: FormSpec][] = [
  [
    "a new contact's",
    {
      path: "/add-contact",
      place: "contact",
      label: "Name",
      typed: "Dora Cellar",
      mockRequests: () => {},
    },
  ],
  [
    "a contact's",
    {
      path: `/contacts/${MARGARET.id}/edit`,
      place: `contact ${MARGARET.id}`,
      label: "Phone (optional)",
      typed: "0113 496 0000",
      mockRequests: () => void mockResponse("GET /api/contacts/{id}", MARGARET),
    },
  ],
  [
    "an item's",
    {
      path: `/items/edit/${ITEM.id}`,
      place: `item ${ITEM.id}`,
      label: "Name",
      typed: "System boiler",
      mockRequests: () => void mockResponse("GET /api/items/{id}", ITEM),
    },
  ],
  [
    "a new expense's",
    {
      path: "/expenses/create",
      place: "expense",
      label: "Amount paid",
      typed: "43.20",
      mockRequests: () => {
        mockResponse("GET /api/expenses/suppliers", []);
        mockResponse("GET /api/vat", []);
        mockResponse("POST /api/expenses/preview", { amount: "43.20", vatAmount: "0.00", mileage: null });
      },
    },
  ],
];

const findField = ({ label }: FormSpec) => screen.findByLabelText<HTMLInputElement>(label);

/** Opens a form, types, and waits until that is stored on the device. */
async function openAndType(form: FormSpec) {
  form.mockRequests();
  const user = await openSignedIn(form.path);
  await fillField(user, await findField(form), form.typed);
  await waitFor(async () =>
    expect(JSON.stringify(await loadFormDraft(ADA.id, form.place))).toContain(form.typed),
  );
  return user;
}

/** The session ends elsewhere, which the app finds out when it is online again. */
async function endSession() {
  mockResponse("GET /api/auth/me", null);
  window.dispatchEvent(new Event("online"));
  await findHeading("Log in");
}

it.each(FORMS)(
  "%s form still has what was typed when the session ended and somebody logs in again",
  async (_, form) => {
    const user = await openAndType(form);
    await endSession();
    mockResponse("POST /api/auth/login", ADA);
    mockResponse("GET /api/auth/me", ADA);
    await fillField(user, screen.getByLabelText("Email"), ADA.email);
    await fillField(user, screen.getByLabelText("Password"), "Chalk-line-7");
    await user.click(screen.getByRole("button", { name: "Log in" }));
    await waitForPath(form.path);
    await waitFor(async () => expect((await findField(form)).value).toBe(form.typed));
  },
);

// Without the expense's form: in the simulated window, the dialog there takes no presses.
it.each(FORMS.filter(([, { place }]) => place !== "expense"))(
  "%s form forgets what was typed when its page is left",
  async (_, form) => {
    const user = await openAndType(form);
    const [rail = document.body] = screen.getAllByRole("navigation", { name: "Main" });
    await user.click(within(rail).getByRole("link", { name: "Items" }));
    const question = within(await screen.findByRole("dialog", { name: "Leave without saving?" }));
    await user.click(question.getByRole("button", { name: "Leave" }));
    await findHeading("Items");
    await waitFor(async () => expect(await loadFormDraft(ADA.id, form.place)).toBeUndefined());
  },
);
